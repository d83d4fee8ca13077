import { useStore } from "@leitstand/app/store";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConnectionPill } from "#shared/pill.tsx";
import { TextActionButton } from "#shared/screen.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { phoneSecrets, wrongPinState } from "#work/phone.ts";
import { unlockAndRenewSession } from "#work/sign-in.ts";
import { PreSignInFrame } from "./lone-screen.tsx";
import { PinPad } from "./pin-pad.tsx";

/** Reason why a code by SMS is needed; null when the driver chose it. */
export type SmsCodeReason = "emptied" | "sms" | null;

/** Lock screen: entries are still sent, and nothing is shown until the PIN is typed. */
export function LockScreen({ onSms }: { onSms: (reason: SmsCodeReason) => void }) {
  const t = useTranslations("sign-in");
  const clock = useClockFormat();
  const name = useStore(phoneSecrets)?.user?.firstname ?? "";
  const { until } = useStore(wrongPinState);
  const [greeting] = useState(() => greetingAt(clock(Date.now())));
  const [notice, setNotice] = useState<"wrong" | "wait">();
  const [isChecking, setChecking] = useState(false);
  const take = async (pin: string) => {
    setChecking(true);
    const outcome = await unlockAndRenewSession(pin).finally(() => setChecking(false));
    if (outcome === "sms" || outcome === "emptied") onSms(outcome);
    else setNotice(outcome === "open" ? undefined : outcome);
  };
  return (
    <PreSignInFrame>
      <IconLock className="lock-icon" size={36} aria-hidden />
      <h1>{t(greeting, { name })}</h1>
      <p className="hint">{t(isChecking ? "checking" : "pin")}</p>
      {notice !== undefined && (
        <p className="fault" role="alert">
          {notice === "wait" ? t("wait", { time: clock(until) }) : t(notice)}
        </p>
      )}
      <PinPad
        onPin={(pin) => void take(pin)}
        aside={<TextActionButton onClick={() => onSms(null)}>{t("forgotten")}</TextActionButton>}
      >
        <div>
          <ConnectionPill />
          <p className="aside">{t("locked_sends")}</p>
        </div>
      </PinPad>
    </PreSignInFrame>
  );
}

/** Greeting for a time of the company's clock, such as 09:41. */
function greetingAt(time: string) {
  const hour = Number.parseInt(time, 10);
  if (hour < 11) return "morning";
  return hour < 18 ? "day" : "evening";
}
