import { useStore } from "@leitstand/app/store";
import { IconPhone } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { shiftStore } from "#work/shift.ts";
import { findRunningTour } from "#work/shown-shift.ts";

/** Calls the dispatcher of the tour's branch by the phone's own dialler; renders nothing where no number is known. */
export function CallDispatcherButton() {
  const t = useTranslations("device");
  const number = useDispatcherNumber();
  if (number === null) return null;
  return (
    <a className="primary call" href={`tel:${number}`}>
      <span>{t("call_desk")}</span>
      <IconPhone size={26} aria-hidden />
    </a>
  );
}

/** Call as one of the tools of a case. */
export function CallDispatcherTool() {
  const t = useTranslations("device");
  const number = useDispatcherNumber();
  if (number === null) return null;
  return (
    <a className="tool" href={`tel:${number}`} aria-label={t("call_desk")}>
      <IconPhone size={26} aria-hidden />
      {t("desk")}
    </a>
  );
}

/** Call as a text button, where something else is to be done first. */
export function CallDispatcherAction() {
  const t = useTranslations("device");
  const number = useDispatcherNumber();
  return number === null ? null : (
    <a className="text-action" href={`tel:${number}`}>
      {t("call_desk")}
    </a>
  );
}

const useDispatcherNumber = () => findRunningTour(useStore(shiftStore))?.branch?.phone_number ?? null;
