import { useStore } from "@leitstand/app/store";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { secrets } from "#work/phone.ts";
import { isOfPhone, OtherPersonError, proveNumber, sendPersonCode, signPersonIn, signPhoneOut } from "#work/sign-in.ts";
import { CodeBySms } from "./code-by-sms.tsx";
import type { SmsReason } from "./locked.tsx";
import { LoneScreen } from "./lone-screen.tsx";
import { PinPad } from "./pin-pad.tsx";
import { useRefusalWords } from "./refusal-words.ts";

interface Proof {
  readonly number: string;
  readonly pin_token: string;
  readonly pin_set: boolean;
}

/**
 * Signs a driver in on this phone: their number, a code by SMS, the PIN; the first time it is chosen, and typed twice.
 */
export function PersonSignIn({ reason = null }: { reason?: SmsReason }) {
  const t = useTranslations("sign-in");
  const known = useStore(secrets)?.user?.phone_number;
  const [proof, setProof] = useState<Proof>();
  if (proof !== undefined) return <PersonPin proof={proof} />;
  return (
    <LoneScreen title={t("person")}>
      {reason !== null && (
        <p className="fault" role="alert">
          {t(reason)}
        </p>
      )}
      <CodeBySms
        hint={t("person_hint")}
        {...(known !== undefined && { first: known })}
        sendCode={sendPersonCode}
        onCode={async (number, code) => setProof({ ...(await proveNumber(number, code)), number })}
      />
    </LoneScreen>
  );
}

function PersonPin({ proof }: { proof: Proof }) {
  const t = useTranslations("sign-in");
  const wordsOf = useRefusalWords();
  const [first, setFirst] = useState<string>();
  const [fault, setFault] = useState<string>();
  const take = (pin: string) => {
    setFault(undefined);
    if (!proof.pin_set && first === undefined) return setFirst(pin);
    if (!proof.pin_set && first !== pin) {
      setFirst(undefined);
      return setFault(t("pin_differs"));
    }
    signPersonIn({ pin_token: proof.pin_token, pin, phone_number: proof.number }).catch((error: unknown) => {
      setFirst(undefined);
      if (isOfPhone(error)) return signPhoneOut();
      if (error instanceof OtherPersonError) return setFault(t("other_person"));
      return setFault(wordsOf(error));
    });
    return undefined;
  };
  return (
    <LoneScreen title={proof.pin_set ? t("pin_first") : first === undefined ? t("pin_new") : t("pin_repeat")}>
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <PinPad onPin={take} />
    </LoneScreen>
  );
}
