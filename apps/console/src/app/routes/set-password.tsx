import { Button, PasswordInput } from "@mantine/core";
import { consolePaths } from "@leitstand/contract/core/console-paths";
import { FaultPanel, InlineFault, Skeleton } from "@leitstand/ui/states";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { createConsoleApiBeforeSignIn, isApiProblem } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { SignInPicture } from "./sign-in-picture.tsx";
import styles from "./sign-in.module.css";

/** Tenant and token of the mailed link. They stand behind the `#`, so that no server and no log ever sees them. */
const readPasswordLink = () => {
  const words = new URLSearchParams(window.location.hash.slice(1));
  return { short_code: words.get("tenant") ?? "", token: words.get("token") ?? "" };
};

export function SetPasswordRoute() {
  const t = useTranslations("session");
  const textOf = useFaultText();
  const [{ short_code, token }] = useState(readPasswordLink);
  const [isDone, setDone] = useState(false);
  const link = useQuery({
    queryKey: ["password link", token],
    queryFn: async () => {
      const { tenant_key } = await createConsoleApiBeforeSignIn().getTenantKey({ short_code });
      const { email } = await createConsoleApiBeforeSignIn(tenant_key).validatePasswordResetToken({ token });
      return { email, tenant_key };
    },
  });
  const setPassword = async (tenant_key: string, password: string) => {
    try {
      await createConsoleApiBeforeSignIn(tenant_key).setPassword({ token, password });
    } catch (error) {
      // The link has become void since the page was opened: asked again, it takes the place of the form.
      if (isApiProblem(error, "AUTH_CHALLENGE_INVALID")) void link.refetch();
      throw error;
    }
  };
  return (
    <main className={styles["page"]}>
      <section className={styles["form"]}>
        <h1>{t("set_password")}</h1>
        {link.isPending && <Skeleton rows={3} height={36} label={t("loading")} />}
        {link.error && (
          <>
            <FaultPanel texts={{ ...textOf(link.error), retry: t("retry"), copy: t("copy") }} />
            <p className={styles["links"]}>
              <Link to={consolePaths.signIn} search={{ tenant: short_code, forgot: true }}>
                {t("new_link")}
              </Link>
              <Link to={consolePaths.signIn} search={{ tenant: short_code }}>
                {t("to_sign_in")}
              </Link>
            </p>
          </>
        )}
        {isDone && (
          <p role="status">
            {t("password_is_set")}{" "}
            <Link to={consolePaths.signIn} search={{ tenant: short_code }}>
              {t("sign_in")}
            </Link>
          </p>
        )}
        {link.data && !link.error && !isDone && (
          <PasswordForm
            email={link.data.email}
            onPassword={(password) => setPassword(link.data.tenant_key, password)}
            onDone={() => setDone(true)}
          />
        )}
      </section>
      <SignInPicture />
    </main>
  );
}

interface PasswordFormProps {
  readonly email: string;
  readonly onPassword: (password: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Form for a new password, typed twice because it is not shown. */
function PasswordForm({ email, onPassword, onDone }: PasswordFormProps) {
  const t = useTranslations("session");
  const textOf = useFaultText();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password !== again) return setFault(t("passwords_differ"));
    setBusy(true);
    try {
      await onPassword(password);
      onDone();
    } catch (error) {
      setFault(textOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: "grid", gap: 12 }}>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label={t("new_password", { email: email })}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": t("show_password"), tabIndex: 0 }}
        required
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        label={t("again")}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": t("show_password"), tabIndex: 0 }}
        required
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <InlineFault>{fault}</InlineFault>
      <Button type="submit" loading={isBusy}>
        {t("set_password")}
      </Button>
    </form>
  );
}
