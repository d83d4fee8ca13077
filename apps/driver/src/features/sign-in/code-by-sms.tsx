import { useState } from "react";
import { useTranslations } from "use-intl";
import { SingleFieldForm } from "./single-field-form.tsx";

interface CodeBySmsProps {
  readonly hint: string;
  /** Number that the field begins with. */
  readonly first?: string;
  readonly sendCode: (number: string) => Promise<unknown>;
  readonly onCode: (number: string, code: string) => Promise<unknown>;
}

/** Asks for a number, and for the code that was sent to it. */
export function SmsCodeForm({ hint, first = "", sendCode, onCode }: CodeBySmsProps) {
  const t = useTranslations("sign-in");
  const [number, setNumber] = useState<string>();
  if (number !== undefined)
    return (
      <SingleFieldForm
        key="code"
        label={t("code")}
        hint={t("code_hint", { number })}
        button={t("next")}
        kind="code"
        onAnswer={(code) => onCode(number, code)}
      />
    );
  return (
    <SingleFieldForm
      key="number"
      label={t("number")}
      hint={hint}
      button={t("send_code")}
      kind="tel"
      first={first}
      onAnswer={async (answer) => {
        await sendCode(answer);
        setNumber(answer);
      }}
    />
  );
}
