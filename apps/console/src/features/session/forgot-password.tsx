import { InlineFault } from "@leitstand/ui/states";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { requestPasswordLink } from "./sign-in.ts";

/** Form that requests a link to a new password. It does not reveal whether the address is known. */
export function ForgotPasswordForm({ short_code, onBack }: { short_code: string; onBack: () => void }) {
  const t = useTranslations("session");
  const textOf = useFaultText();
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    setSent(false);
    try {
      await requestPasswordLink({ short_code, email: email.trim() });
      setSent(true);
    } catch (error) {
      setFault(textOf(error).message);
    } finally {
      setBusy(false);
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
      {isSent && (
        <p role="status" style={{ margin: 0 }}>
          {t("reset_sent")}
        </p>
      )}
      <InlineFault>{fault}</InlineFault>
      <Button type="submit" loading={isBusy}>
        {t("send_link")}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {t("back")}
      </Button>
    </form>
  );
}
