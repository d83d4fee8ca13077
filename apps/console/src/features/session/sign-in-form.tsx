import { InlineFault } from "@leitstand/ui/states";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { signIn } from "./sign-in.ts";

interface SignInFormProps {
  readonly short_code: string;
  /** Fixed address when the same user signs in again: no other user may then. */
  readonly email?: string | undefined;
  readonly onDone?: () => void;
}

export function SignInForm({ short_code, email: fixed, onDone }: SignInFormProps) {
  const t = useTranslations("session");
  const textOf = useFaultText();
  const [email, setEmail] = useState(fixed ?? "");
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      await signIn({ short_code, email: email.trim(), password });
      onDone?.();
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
        readOnly={fixed !== undefined}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus={fixed === undefined || undefined}
        autoFocus={fixed === undefined}
      />
      <PasswordInput
        label={t("password")}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ "aria-label": t("show_password"), tabIndex: 0 }}
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        data-autofocus={fixed !== undefined || undefined}
        autoFocus={fixed !== undefined}
      />
      <InlineFault>{fault}</InlineFault>
      <Button type="submit" loading={isBusy}>
        {t("sign_in")}
      </Button>
    </form>
  );
}
