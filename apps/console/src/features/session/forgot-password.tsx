import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { openApi } from "#shared/api.ts";
import { useFaultText } from "#shared/faults.ts";

/** Asks for a link to a new password. Whether the address is known is not said. */
export function ForgotPassword({ short_code, onBack }: { short_code: string; onBack: () => void }) {
  const t = useTranslations("session");
  const textOf = useFaultText();
  const [email, setEmail] = useState("");
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const { tenant_key } = await openApi().getTenantKey({ short_code });
      await openApi(tenant_key).requestPasswordReset({ email: email.trim() });
      setSaid({ text: t("reset_sent"), isFault: false });
    } catch (error) {
      setSaid({ text: textOf(error).message, isFault: true });
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: "grid", gap: 12 }}>
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {said !== undefined && (
        <p
          role={said.isFault ? "alert" : "status"}
          style={{ margin: 0, color: said.isFault ? "var(--late)" : "inherit" }}
        >
          {said.text}
        </p>
      )}
      <Button type="submit">{t("send_link")}</Button>
      <Button variant="subtle" onClick={onBack}>
        {t("back")}
      </Button>
    </form>
  );
}
