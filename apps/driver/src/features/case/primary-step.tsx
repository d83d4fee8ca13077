import type { Case } from "@leitstand/contract/cases/case";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { IconCamera, IconChevronRight, IconNavigation } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import type { Link } from "#outbox/state-before.ts";
import type { Corner } from "#photos/photo-row.ts";
import { ConfirmSlider } from "#shared/confirm-slider.tsx";
import { focusOn } from "#shared/focus-on.ts";
import { openCamera } from "#shared/photo.tsx";
import { usePhotoName } from "#shared/photo-name.ts";
import { go, route } from "#shared/route.ts";
import { Primary } from "#shared/screen.tsx";
import { act } from "#work/act.ts";
import { cornerId } from "./findings.tsx";
import type { NextStep } from "./next-step.ts";
import { loadPayload } from "./on-site.ts";
import { placeName } from "#shared/address.ts";
import { openMap, placesOf } from "./places.ts";
import { useFarOff } from "./use-far-off.ts";
import { useOnSite } from "./use-on-site.ts";
import { useTow } from "./use-tow.ts";

interface PrimaryStepProps {
  readonly step: NextStep;
  readonly shown: Case;
  readonly link: Link;
  readonly tour_id: string;
}

/** Primary button: it names the next step and does it, or leads to what is missing before it. */
export function PrimaryStep({ step, shown, link, tour_id }: PrimaryStepProps) {
  const t = useTranslations("case");
  const ofBelongings = useTranslations("belongings");
  const onward = <IconChevronRight size={28} aria-hidden />;
  switch (step.is) {
    case "action":
      return <ActionStep action={step.action} shown={shown} link={link} tour_id={tour_id} />;
    case "todo":
      return (
        <Primary icon={onward} onClick={() => focusOn(`todo-${step.id}`)}>
          {t("open_todo", { title: step.title })}
        </Primary>
      );
    case "identity":
      return (
        <Primary icon={onward} onClick={() => go({ is: "identity", id: shown.id })}>
          {t("identity")}
        </Primary>
      );
    case "belongings":
      return (
        <Primary icon={onward} onClick={() => go({ is: "belongings", id: shown.id })}>
          {link.state === "LOADED" ? ofBelongings("check") : ofBelongings("record")}
        </Primary>
      );
    case "corner":
      return <CornerStep corner={step.corner} shown={shown} />;
    case "drives":
      return (
        <Primary icon={onward} onClick={() => focusOn(`drives-${shown.id}`)}>
          {t("decide")}
        </Primary>
      );
    case "destination":
    case "handover":
    case "finish":
      return (
        <Primary icon={onward} onClick={() => go({ is: "form", id: shown.id, form: step.is })}>
          {t(step.is)}
        </Primary>
      );
  }
}

/** Opens the camera for the next corner, and says what comes after the last one. */
function CornerStep({ corner, shown }: { corner: Corner; shown: Case }) {
  const t = useTranslations("roadside");
  const nameOfPhoto = usePhotoName();
  const { target } = placesOf(shown);
  const { drives } = useOnSite(shown.id).draft;
  const hint =
    drives === undefined
      ? undefined
      : drives
        ? t("then_finish")
        : target && t("then_tow", { place: placeName(target) });
  return (
    <Primary icon={<IconCamera size={28} aria-hidden />} hint={hint} onClick={() => openCamera(cornerId(corner))}>
      {t("photograph", { corner: nameOfPhoto(corner) })}
    </Primary>
  );
}

interface Ends extends ReturnType<typeof placesOf> {
  readonly isLoaded: boolean;
}

/** Place at which the crew arrives by an action. */
function arrivedAt(action: CaseAction, { source, target, isLoaded }: Ends) {
  if (action === "AT_TOWING_DESTINATION") return target;
  return action === "ARRIVE" ? (isLoaded ? target : source) : undefined;
}

function ActionStep({ action, shown, link, tour_id }: Omit<PrimaryStepProps, "step"> & { action: CaseAction }) {
  const t = useTranslations("case");
  const { source, target } = placesOf(shown);
  const word = action === "ARRIVE" && link.state === "LOADED" ? "ARRIVE_TARGET" : action;
  const label = t(`actions.${word}`);
  const onSite = useOnSite(shown.id);
  const tow = useTow(shown, tour_id);
  const farOff = useFarOff(arrivedAt(action, { source, target, isLoaded: link.state === "LOADED" }));
  const carryOut = () => (action === "TO_TOWING_DESTINATION" ? tow() : act({ dispatchCase: shown, tour_id, action }));
  if (action === "LOAD")
    return (
      <ConfirmSlider onConfirm={() => act({ dispatchCase: shown, tour_id, action, payload: loadPayload(onSite) })}>
        {label}
      </ConfirmSlider>
    );
  const destination =
    action === "START" || action === "ON_THE_WAY" ? source : action === "TO_TOWING_DESTINATION" ? target : undefined;
  if (destination === undefined)
    return (
      <Primary onClick={carryOut} {...(farOff !== undefined && { hint: t("far_off", { kilometers: farOff }) })}>
        {label}
      </Primary>
    );
  const drive = () => {
    openMap(destination);
    const written = carryOut();
    if (route.get().is !== "case") go({ is: "case", id: shown.id });
    return written;
  };
  return (
    <Primary hint={t("opens_map")} icon={<IconNavigation size={28} aria-hidden />} onClick={drive}>
      {label}
    </Primary>
  );
}
