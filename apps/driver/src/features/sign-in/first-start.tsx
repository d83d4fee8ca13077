import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import { InstallHint } from "#shared/install-hint.tsx";
import { phoneCompany, phoneSecrets } from "#work/phone.ts";
import { chooseCompany, requestPhoneSignInCode, signInPhone } from "#work/sign-in.ts";
import { SingleFieldForm } from "./single-field-form.tsx";
import { SmsCodeForm } from "./code-by-sms.tsx";
import { PreSignInScreen } from "./lone-screen.tsx";
import { DriverSignIn } from "./person-sign-in.tsx";

/** First start on a phone without a driver: it asks for the company, signs the phone in, and then the driver. */
export function FirstStartScreen() {
  const t = useTranslations("sign-in");
  const known = useStore(phoneCompany);
  const phone = useStore(phoneSecrets);
  if (known === null)
    return (
      <PreSignInScreen title={t("welcome")}>
        <SingleFieldForm
          key="company"
          label={t("company")}
          hint={t("company_hint")}
          button={t("next")}
          kind="text"
          unknown={t("company_unknown")}
          onAnswer={chooseCompany}
        />
      </PreSignInScreen>
    );
  if (phone !== null) return <DriverSignIn />;
  return (
    <PreSignInScreen title={t("phone")}>
      <SmsCodeForm hint={t("phone_hint")} sendCode={requestPhoneSignInCode} onCode={signInPhone} />
      <InstallHint />
    </PreSignInScreen>
  );
}
