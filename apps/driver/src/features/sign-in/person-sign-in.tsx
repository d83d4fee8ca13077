import { useStore } from "@leitstand/app/store";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { phoneSecrets } from "#work/phone.ts";
import {
  isPhoneSessionOver,
  OtherDriverUnsentEntriesError,
  verifyDriverSignInCode,
  requestDriverSignInCode,
  signInDriver,
  signOutPhone,
} from "#work/sign-in.ts";
import { SmsCodeForm } from "./code-by-sms.tsx";
import type { SmsCodeReason } from "./locked.tsx";
import { PreSignInScreen } from "./lone-screen.tsx";
import { PinPad } from "./pin-pad.tsx";
import { useRefusalText } from "./refusal-text.ts";

interface ProvenNumber {
  readonly number: string;
  readonly pin_token: string;
  readonly pin_set: boolean;
}

/**
 * Signs a driver in on this phone: their number, a code by SMS, the PIN; the first time it is chosen, and typed twice.
 */
export function DriverSignIn({ reason = null }: { reason?: SmsCodeReason }) {
  const t = useTranslations("sign-in");
  const known = useStore(phoneSecrets)?.user?.phone_number;
  const [proof, setProof] = useState<ProvenNumber>();
  if (proof !== undefined) return <DriverPinStep proof={proof} />;
  return (
    <PreSignInScreen title={t("person")}>
      {reason !== null && (
        <p className="fault" role="alert">
          {t(reason)}
        </p>
      )}
      <SmsCodeForm
        hint={t("person_hint")}
        {...(known !== undefined && { first: known })}
        sendCode={requestDriverSignInCode}
        onCode={async (number, code) => setProof({ ...(await verifyDriverSignInCode(number, code)), number })}
      />
    </PreSignInScreen>
  );
}

function DriverPinStep({ proof }: { proof: ProvenNumber }) {
  const t = useTranslations("sign-in");
  const wordsOf = useRefusalText();
  const [first, setFirst] = useState<string>();
  const [fault, setFault] = useState<string>();
  const take = (pin: string) => {
    setFault(undefined);
    if (!proof.pin_set && first === undefined) return setFirst(pin);
    if (!proof.pin_set && first !== pin) {
      setFirst(undefined);
      return setFault(t("pin_differs"));
    }
    signInDriver({ pin_token: proof.pin_token, pin, phone_number: proof.number }).catch((error: unknown) => {
      setFirst(undefined);
      if (isPhoneSessionOver(error)) return signOutPhone();
      if (error instanceof OtherDriverUnsentEntriesError) return setFault(t("other_person"));
      return setFault(wordsOf(error));
    });
    return undefined;
  };
  return (
    <PreSignInScreen title={proof.pin_set ? t("pin_first") : first === undefined ? t("pin_new") : t("pin_repeat")}>
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <PinPad onPin={take} />
    </PreSignInScreen>
  );
}
