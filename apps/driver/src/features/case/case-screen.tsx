import type { Case } from "@leitstand/contract/cases/case";
import { IconAlertTriangle, IconChevronRight, IconMessage } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { linkOfTour } from "#outbox/fold.ts";
import type { TourLink } from "#outbox/state-before.ts";
import { BreakTool } from "#shared/break-tool.tsx";
import { CallDispatcherTool } from "#shared/call-dispatcher.tsx";
import { OldestUnreadMessage } from "#shared/message-card.tsx";
import { type CaseActionFormName, goTo } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton, ToolButton } from "#shared/screen.tsx";
import { StateMark } from "#shared/state-mark.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { wholeMinutesBetween, useServerNow } from "#shared/time/use-now.ts";
import { useStoreWhileUntouched } from "#shared/use-store-while-untouched.ts";
import { undoLastCaseStep } from "#work/act.ts";
import { connectionState } from "#work/api.ts";
import { shiftStore } from "#work/shift.ts";
import { findRunningTour } from "#work/shown-shift.ts";
import { CaseChecklist } from "./checklist.tsx";
import { BreakdownFindings } from "./findings.tsx";
import { findNextStep } from "./next-step.ts";
import type { OnSiteRecord } from "./on-site.ts";
import { PhotoStrip, PhotoTool } from "./photo-strip.tsx";
import { PlaceCard } from "./place-card.tsx";
import { sourceAndTargetOf } from "./places.ts";
import { PrimaryStepButton } from "./primary-step.tsx";
import { CaseProgressBar } from "./progress.tsx";
import { useOnSiteRecord } from "./use-on-site.ts";
import { useIsUndoable } from "./use-undoable.ts";

interface ShownCaseView {
  readonly shown: Case;
  readonly link: TourLink;
  readonly onSite: OnSiteRecord;
  readonly tour_id: string;
}

/** Screen of one case: its state, its places, the missing data, and the next step. */
export function CaseScreen({ shown, tour_id }: { shown: Case; tour_id: string }) {
  const t = useTranslations("case");
  const onSite = useOnSiteRecord(shown.id);
  const tour = findRunningTour(useStoreWhileUntouched(shiftStore));
  const link = linkOfTour(shown, tour_id);
  if (link === undefined)
    return (
      <ScreenLayout title={shown.natural_id} hasBack>
        <p>{t("gone")}</p>
      </ScreenLayout>
    );
  const view = { shown, link, onSite, tour_id };
  const step = findNextStep(shown, link, onSite);
  return (
    <ScreenLayout
      title={shown.natural_id}
      hasBack
      primary={step && <PrimaryStepButton step={step} shown={shown} link={link} tour_id={tour_id} />}
      tools={
        <>
          {tour !== undefined && <BreakTool tour={tour} />}
          <PhotoTool shown={shown} tour_id={tour_id} />
          <ToolButton
            icon={<IconMessage size={26} aria-hidden />}
            onClick={() => goTo({ is: "form", id: shown.id, form: "note" })}
          >
            {t("note")}
          </ToolButton>
          <CallDispatcherTool />
        </>
      }
      actions={<OtherActions {...view} />}
    >
      <OldestUnreadMessage />
      <DriverCaseHead {...view} />
      {shown.funeral_data?.cargo_deceased?.infectious === true && (
        <p className="warning">
          <IconAlertTriangle size={24} aria-hidden /> {t("infectious")}
        </p>
      )}
      {link.state !== "arrived" && <CasePlaces {...view} />}
      {shown.data_type === "FUNERAL" ? (
        <CaseChecklist shown={shown} link={link} draft={onSite.draft} />
      ) : (
        <BreakdownFindings {...view} />
      )}
      <PhotoStrip shown={shown} hasCorners={link.state === "arrived"} />
      {link.state === "arrived" && <CasePlaces {...view} />}
      <CaseDetails shown={shown} />
      <ForwardAction {...view} />
      {step === undefined && <p className="hint">{t("nothing")}</p>}
    </ScreenLayout>
  );
}

/** Next step of a case in the list; missing data is shown on the case's own screen. */
export function ListedCaseNextStep({ shown, tour_id }: { shown: Case; tour_id: string }) {
  const t = useTranslations("case");
  const onSite = useOnSiteRecord(shown.id);
  const link = linkOfTour(shown, tour_id);
  const step = link && findNextStep(shown, link, onSite);
  if (link === undefined || step === undefined) return null;
  if (step.is === "action") return <PrimaryStepButton step={step} shown={shown} link={link} tour_id={tour_id} />;
  const open = () => goTo({ is: "case", id: shown.id });
  return (
    <PrimaryButton icon={<IconChevronRight size={28} aria-hidden />} onClick={open}>
      {t("open_case")}
    </PrimaryButton>
  );
}

function DriverCaseHead({ shown, link }: ShownCaseView) {
  const t = useTranslations("case");
  const clock = useClockFormat();
  const since = stateSince(link);
  return (
    <section className="case-head">
      <p className="row">
        <StateMark shown={shown} link={link} />
        {since !== null && (
          <span className="aside">
            {t("since", { time: clock(since) })}
            {link.state === "ARRIVED" && <OnSiteMinutes since={since} />}
          </span>
        )}
      </p>
      <h2>{shown.display_name}</h2>
      <CaseProgressBar shown={shown} link={link} />
    </section>
  );
}

function OnSiteMinutes({ since }: { since: string }) {
  const t = useTranslations("case");
  return ` · ${t("minutes", { minutes: wholeMinutesBetween(Date.parse(since), useServerNow()) })}`;
}

const stateSince = (link: TourLink) =>
  link.finished_at ??
  link.arrived_at_destination_at ??
  link.loaded_at ??
  link.arrived_at ??
  link.started_at ??
  link.accepted_at;

/** Places that the crew is at or drives to; those that lie behind are left out, and on site the later ones, too. */
function CasePlaces({ shown, link }: ShownCaseView) {
  const { source, target } = sourceAndTargetOf(shown);
  const isHere = link.state === "ARRIVED" || link.state === "arrived";
  const isLoaded = ["LOADED", "toDestination", "atDestination"].includes(link.state);
  return (
    <>
      {source && !isLoaded && <PlaceCard address={source} mark="source" isHere={isHere} />}
      {target && link.state !== "ARRIVED" && <PlaceCard address={target} mark="target" />}
    </>
  );
}

function CaseDetails({ shown }: { shown: Case }) {
  const t = useTranslations("case");
  const { description, rsa_data } = shown;
  const customer = [rsa_data?.customer?.first_name, rsa_data?.customer?.last_name].filter(Boolean).join(" ");
  const vehicle = [rsa_data?.vehicle?.license_plate, rsa_data?.vehicle?.brand, rsa_data?.vehicle?.model].filter(
    Boolean,
  );
  const lines = [description, vehicle.join(" · "), customer === "" ? "" : `${t("customer")}: ${customer}`].filter(
    Boolean,
  );
  return lines.length === 0 ? null : (
    <section className="card">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

function OtherActions(view: ShownCaseView) {
  const { shown, link, tour_id } = view;
  const t = useTranslations("case");
  const may = (action: TourLink["actions"][number]) => link.actions.includes(action);
  const open = (form: CaseActionFormName) => () => goTo({ is: "form", id: shown.id, form });
  const isUndoable = useIsUndoable(link);
  const mayFinish = may("FINISH") && link.state !== "LOADED" && link.state !== "atDestination";
  return (
    <>
      {may("REJECT") && <TextActionButton onClick={open("reject")}>{t("reject")}</TextActionButton>}
      {may("POSTPONE") && <TextActionButton onClick={open("postpone")}>{t("postpone")}</TextActionButton>}
      {mayFinish && (
        <TextActionButton onClick={open("finish")}>
          {shown.data_type === "FUNERAL" ? t("without_pickup") : t("customer_absent")}
        </TextActionButton>
      )}
      <ForwardingActions {...view} />
      {may("UNDO") && isUndoable && (
        <TextActionButton onClick={() => undoLastCaseStep(shown, tour_id)}>{t("undo")}</TextActionButton>
      )}
    </>
  );
}

/**
 * Actions that lead to another place. A place with cold storage is found in the address book, which only the server
 * has.
 */
function ForwardingActions({ shown, link }: ShownCaseView) {
  const t = useTranslations("passing_on");
  const { isOnline } = useStoreWhileUntouched(connectionState);
  const may = (action: TourLink["actions"][number]) => link.actions.includes(action);
  const open = (form: CaseActionFormName) => () => goTo({ is: "form", id: shown.id, form });
  const isTowing = link.state === "toDestination" || link.state === "atDestination";
  return (
    <>
      {isTowing && may("TO_TOWING_DESTINATION") && (
        <TextActionButton onClick={open("destination")}>{t("change_destination")}</TextActionButton>
      )}
      {isOnline && link.state === "LOADED" && may("FINISH") && (
        <TextActionButton onClick={open("interim")}>{t("interim")}</TextActionButton>
      )}
    </>
  );
}

/** Action that passes the case to another crew, where the server allows it. */
function ForwardAction({ shown, link }: ShownCaseView) {
  const t = useTranslations("passing_on");
  const { isOnline } = useStoreWhileUntouched(connectionState);
  if (!isOnline || !link.actions.includes("FORWARD")) return null;
  return (
    <button type="button" className="small" onClick={() => goTo({ is: "form", id: shown.id, form: "forward" })}>
      {t("forward")}
    </button>
  );
}
