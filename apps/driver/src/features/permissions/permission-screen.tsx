import "./permissions.css";
import { IconBell, IconCamera, IconCheck, IconDeviceMobile, IconHome, IconMapPin } from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { DevicePermissionState } from "#device/device.ts";
import { isAppleMobile } from "#shared/install.ts";
import type { PermissionStep } from "#shared/route.ts";
import { PrimaryButton, TextActionButton } from "#shared/screen.tsx";
import { keepsScreenOn } from "#work/preferences.ts";
import { askForPermission, permissionOfStep } from "./permission-steps.ts";

const permissionIcons: Record<PermissionStep, ReactNode> = {
  push: <IconBell size={36} aria-hidden />,
  position: <IconMapPin size={36} aria-hidden />,
  camera: <IconCamera size={36} aria-hidden />,
  screen: <IconDeviceMobile size={36} aria-hidden />,
  install: <IconHome size={36} aria-hidden />,
};

interface PermissionProps {
  readonly step: PermissionStep;
  /** Number of this permission among all of them. */
  readonly place: number;
  readonly count: number;
  readonly onNext: () => void;
}

/**
 * Screen of one permission: the reason first, and the phone's own question only by the tap. No answer prevents a shift.
 */
export function PermissionScreen({ step, place, count, onNext }: PermissionProps) {
  const t = useTranslations("permissions");
  const denied = useDeniedPermission(step);
  // A phone may leave its own question without an answer: the next tap asks again.
  const ask = () => {
    void askForPermission(step).then((isDone) => (isDone ? onNext() : denied.look()));
  };
  const goOn = () => {
    if (step === "screen") keepsScreenOn.set(false);
    onNext();
  };
  const hasQuestion = step !== "install" || !isAppleMobile;
  const button = denied.step === undefined ? t(`${step}.allow`) : t("look_again");
  return (
    <div className="screen permission">
      <PermissionStepCount place={place} count={count} />
      <main className="content">
        <span className="tile">{permissionIcons[step]}</span>
        {denied.step === undefined ? <PermissionReasons step={step} /> : <DeniedPermissionHelp step={denied.step} />}
      </main>
      <footer className="foot">
        {hasQuestion && <PrimaryButton onClick={ask}>{button}</PrimaryButton>}
        {hasQuestion ? (
          <div className="actions">
            <TextActionButton onClick={goOn}>{t(`${step}.without`)}</TextActionButton>
          </div>
        ) : (
          <PrimaryButton onClick={onNext}>{t("next")}</PrimaryButton>
        )}
      </footer>
    </div>
  );
}

/** Permissions that the phone itself asks for, and only once. */
type AskedByPhone = Exclude<PermissionStep, "screen" | "install">;

function useDeniedPermission(step: PermissionStep): { readonly step: AskedByPhone | undefined; look(): void } {
  const [permission, setPermission] = useState<DevicePermissionState>();
  const look = useCallback(() => void permissionOfStep(step).then(setPermission), [step]);
  useEffect(look, [look]);
  const isAsked = step !== "screen" && step !== "install";
  return { step: isAsked && permission === "denied" ? step : undefined, look };
}

function PermissionStepCount({ place, count }: { place: number; count: number }) {
  const t = useTranslations("permissions");
  if (count < 2) return <header className="head" />;
  return (
    <header className="head place-of">
      <span className="bars" aria-hidden>
        {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
          <i key={number} className={number < place ? "past" : number === place ? "now" : ""} />
        ))}
      </span>
      <span className="aside">{t("of", { place, count })}</span>
    </header>
  );
}

const permissionReasons = {
  push: ["news", "number", "sealed"],
  position: ["shift", "free", "seen"],
  camera: ["tap", "kept", "bare"],
  screen: ["alarm", "dark"],
  install: ["offline", "kept"],
  /** Benefits of an installed app on an iPhone. */
  install_of_apple: ["offline", "kept", "push"],
} as const;

function PermissionReasons({ step }: { step: PermissionStep }) {
  const t = useTranslations("permissions");
  return (
    <>
      <h1>{t(`${step}.title`)}</h1>
      <p className="why">{t(`${step}.why`)}</p>
      <ul className="points">
        {permissionReasons[step === "install" && isAppleMobile ? "install_of_apple" : step].map((point) => (
          <li key={point}>
            <IconCheck size={24} aria-hidden />
            <span>
              {t(`${step}.${point}`)}
              <small>{t(`${step}.${point}_more`)}</small>
            </span>
          </li>
        ))}
      </ul>
      {step === "install" && isAppleMobile && <p className="why">{t("install.by_hand")}</p>}
    </>
  );
}

/** A denied permission: the phone does not ask again, so the screen says where to find the switch. */
function DeniedPermissionHelp({ step }: { step: AskedByPhone }) {
  const t = useTranslations("permissions");
  const way = isAppleMobile ? "apple" : "other";
  return (
    <>
      <h1>{t(`denied.${step}`)}</h1>
      <ol className="ways">
        <li>{t(`ways.${way}`)}</li>
        <li>{t(`ways.${way}_${step}`)}</li>
        <li>{t(`ways.${way === "apple" && step === "position" ? "apple_last" : "last"}`)}</li>
      </ol>
      <p className="why">{t(`denied.${step}_more`)}</p>
    </>
  );
}
