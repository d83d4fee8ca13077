import type { Case } from "@leitstand/contract/cases/case";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { IconCamera, IconChevronRight, IconNavigation } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import type { TourLink } from "#outbox/state-before.ts";
import type { VehicleCorner } from "#photos/photo-row.ts";
import { ConfirmSlider } from "#shared/confirm-slider.tsx";
import { focusField } from "#shared/focus-on.ts";
import { openCamera } from "#shared/photo.tsx";
import { usePhotoSubjectName } from "#shared/photo-name.ts";
import { goTo, currentRoute } from "#shared/route.ts";
import { PrimaryButton } from "#shared/screen.tsx";
import { carryOutCaseStep } from "#work/act.ts";
import { vehicleCornerElementId } from "./findings.tsx";
import type { NextStep } from "./next-step.ts";
import { payloadOfLoadAction } from "./on-site.ts";
import { placeName } from "#shared/address.ts";
import { openNavigation, sourceAndTargetOf } from "./places.ts";
import { useArrivalDistanceWarning } from "./use-far-off.ts";
import { useOnSiteRecord } from "./use-on-site.ts";
import { useBeginTow } from "./use-tow.ts";

interface PrimaryStepProps {
  readonly step: NextStep;
  readonly shown: Case;
  readonly link: TourLink;
  readonly tour_id: string;
}

/** Primary button: it names the next step and carries it out, or leads to the data that is missing for it. */
export function PrimaryStepButton({ step, shown, link, tour_id }: PrimaryStepProps) {
  const t = useTranslations("case");
  const ofBelongings = useTranslations("belongings");
  const onward = <IconChevronRight size={28} aria-hidden />;
  switch (step.is) {
    case "action":
      return <ActionStep action={step.action} shown={shown} link={link} tour_id={tour_id} />;
    case "todo":
      return (
        <PrimaryButton icon={onward} onClick={() => focusField(`todo-${step.id}`)}>
          {t("open_todo", { title: step.title })}
        </PrimaryButton>
      );
    case "identity":
      return (
        <PrimaryButton icon={onward} onClick={() => goTo({ is: "identity", id: shown.id })}>
          {t("identity")}
        </PrimaryButton>
      );
    case "belongings":
      return (
        <PrimaryButton icon={onward} onClick={() => goTo({ is: "belongings", id: shown.id })}>
          {link.state === "LOADED" ? ofBelongings("check") : ofBelongings("record")}
        </PrimaryButton>
      );
    case "corner":
      return <CornerStep corner={step.corner} shown={shown} />;
    case "drives":
      return (
        <PrimaryButton icon={onward} onClick={() => focusField(`drives-${shown.id}`)}>
          {t("decide")}
        </PrimaryButton>
      );
    case "destination":
    case "handover":
    case "finish":
      return (
        <PrimaryButton icon={onward} onClick={() => goTo({ is: "form", id: shown.id, form: step.is })}>
          {t(step.is)}
        </PrimaryButton>
      );
  }
}

/** Opens the camera for the next corner, and says what comes after the last one. */
function CornerStep({ corner, shown }: { corner: VehicleCorner; shown: Case }) {
  const t = useTranslations("roadside");
  const nameOfPhoto = usePhotoSubjectName();
  const { target } = sourceAndTargetOf(shown);
  const { drives } = useOnSiteRecord(shown.id).draft;
  const hint =
    drives === undefined
      ? undefined
      : drives
        ? t("then_finish")
        : target && t("then_tow", { place: placeName(target) });
  return (
    <PrimaryButton
      icon={<IconCamera size={28} aria-hidden />}
      hint={hint}
      onClick={() => openCamera(vehicleCornerElementId(corner))}
    >
      {t("photograph", { corner: nameOfPhoto(corner) })}
    </PrimaryButton>
  );
}

interface CaseEnds extends ReturnType<typeof sourceAndTargetOf> {
  readonly isLoaded: boolean;
}

/** Place at which the crew arrives by an action. */
function placeOfArrival(action: CaseAction, { source, target, isLoaded }: CaseEnds) {
  if (action === "AT_TOWING_DESTINATION") return target;
  return action === "ARRIVE" ? (isLoaded ? target : source) : undefined;
}

function ActionStep({ action, shown, link, tour_id }: Omit<PrimaryStepProps, "step"> & { action: CaseAction }) {
  const t = useTranslations("case");
  const { source, target } = sourceAndTargetOf(shown);
  const word = action === "ARRIVE" && link.state === "LOADED" ? "ARRIVE_TARGET" : action;
  const label = t(`actions.${word}`);
  const onSite = useOnSiteRecord(shown.id);
  const tow = useBeginTow(shown, tour_id);
  const farOff = useArrivalDistanceWarning(
    placeOfArrival(action, { source, target, isLoaded: link.state === "LOADED" }),
  );
  const carryOut = () =>
    action === "TO_TOWING_DESTINATION" ? tow() : carryOutCaseStep({ dispatchCase: shown, tour_id, action });
  if (action === "LOAD")
    return (
      <ConfirmSlider
        onConfirm={() =>
          carryOutCaseStep({ dispatchCase: shown, tour_id, action, payload: payloadOfLoadAction(onSite) })
        }
      >
        {label}
      </ConfirmSlider>
    );
  const destination =
    action === "START" || action === "ON_THE_WAY" ? source : action === "TO_TOWING_DESTINATION" ? target : undefined;
  if (destination === undefined)
    return (
      <PrimaryButton onClick={carryOut} {...(farOff !== undefined && { hint: t("far_off", { kilometers: farOff }) })}>
        {label}
      </PrimaryButton>
    );
  const drive = () => {
    openNavigation(destination);
    const written = carryOut();
    if (currentRoute.get().is !== "case") goTo({ is: "case", id: shown.id });
    return written;
  };
  return (
    <PrimaryButton hint={t("opens_map")} icon={<IconNavigation size={28} aria-hidden />} onClick={drive}>
      {label}
    </PrimaryButton>
  );
}
