import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import { InstallHint } from "#shared/install-hint.tsx";
import { company, secrets } from "#work/phone.ts";
import { chooseCompany, sendPhoneCode, signPhoneIn } from "#work/sign-in.ts";
import { Ask } from "./ask.tsx";
import { CodeBySms } from "./code-by-sms.tsx";
import { LoneScreen } from "./lone-screen.tsx";
import { PersonSignIn } from "./person-sign-in.tsx";

/** First start on a phone without a driver: it asks for the company, signs the phone in, and then the driver. */
export function FirstStart() {
  const t = useTranslations("sign-in");
  const known = useStore(company);
  const phone = useStore(secrets);
  if (known === null)
    return (
      <LoneScreen title={t("welcome")}>
        <Ask
          key="company"
          label={t("company")}
          hint={t("company_hint")}
          button={t("next")}
          kind="text"
          unknown={t("company_unknown")}
          onAnswer={chooseCompany}
        />
      </LoneScreen>
    );
  if (phone !== null) return <PersonSignIn />;
  return (
    <LoneScreen title={t("phone")}>
      <CodeBySms hint={t("phone_hint")} sendCode={sendPhoneCode} onCode={signPhoneIn} />
      <InstallHint />
    </LoneScreen>
  );
}
