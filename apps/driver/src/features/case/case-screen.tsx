import type { Case } from "@leitstand/contract/cases/case";
import { IconAlertTriangle, IconChevronRight, IconMessage } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { linkOn } from "#outbox/fold.ts";
import type { Link } from "#outbox/state-before.ts";
import { BreakTool } from "#shared/break-tool.tsx";
import { DispatcherTool } from "#shared/call-dispatcher.tsx";
import { NextMessage } from "#shared/message-card.tsx";
import { type CaseForm, go } from "#shared/route.ts";
import { Primary, Screen, TextAction, Tool } from "#shared/screen.tsx";
import { StateMark } from "#shared/state-mark.tsx";
import { useClock } from "#shared/texts.tsx";
import { minutesBetween, useNow } from "#shared/time/use-now.ts";
import { useStill } from "#shared/use-still.ts";
import { undo } from "#work/act.ts";
import { connection } from "#work/api.ts";
import { shift } from "#work/shift.ts";
import { runningTour } from "#work/shown-shift.ts";
import { Checklist } from "./checklist.tsx";
import { Findings } from "./findings.tsx";
import { nextStep } from "./next-step.ts";
import type { OnSite } from "./on-site.ts";
import { PhotoStrip, PhotoTool } from "./photo-strip.tsx";
import { PlaceCard } from "./place-card.tsx";
import { placesOf } from "./places.ts";
import { PrimaryStep } from "./primary-step.tsx";
import { Progress } from "./progress.tsx";
import { useOnSite } from "./use-on-site.ts";
import { useUndoable } from "./use-undoable.ts";

interface CaseView {
  readonly shown: Case;
  readonly link: Link;
  readonly onSite: OnSite;
  readonly tour_id: string;
}

/** Screen of one case: its state, where to go, what is missing, and the one thing to do next. */
export function CaseScreen({ shown, tour_id }: { shown: Case; tour_id: string }) {
  const t = useTranslations("case");
  const onSite = useOnSite(shown.id);
  const tour = runningTour(useStill(shift));
  const link = linkOn(shown, tour_id);
  if (link === undefined)
    return (
      <Screen title={shown.natural_id} hasBack>
        <p>{t("gone")}</p>
      </Screen>
    );
  const view = { shown, link, onSite, tour_id };
  const step = nextStep(shown, link, onSite);
  return (
    <Screen
      title={shown.natural_id}
      hasBack
      primary={step && <PrimaryStep step={step} shown={shown} link={link} tour_id={tour_id} />}
      tools={
        <>
          {tour !== undefined && <BreakTool tour={tour} />}
          <PhotoTool shown={shown} tour_id={tour_id} />
          <Tool
            icon={<IconMessage size={26} aria-hidden />}
            onClick={() => go({ is: "form", id: shown.id, form: "note" })}
          >
            {t("note")}
          </Tool>
          <DispatcherTool />
        </>
      }
      actions={<OtherActions {...view} />}
    >
      <NextMessage />
      <CaseHead {...view} />
      {shown.funeral_data?.cargo_deceased?.infectious === true && (
        <p className="warning">
          <IconAlertTriangle size={24} aria-hidden /> {t("infectious")}
        </p>
      )}
      {link.state !== "arrived" && <Places {...view} />}
      {shown.data_type === "FUNERAL" ? (
        <Checklist shown={shown} link={link} draft={onSite.draft} />
      ) : (
        <Findings {...view} />
      )}
      <PhotoStrip shown={shown} hasCorners={link.state === "arrived"} />
      {link.state === "arrived" && <Places {...view} />}
      <Details shown={shown} />
      <PassOn {...view} />
      {step === undefined && <p className="hint">{t("nothing")}</p>}
    </Screen>
  );
}

/** Next step of a case in the list; missing data is shown on the case's own screen. */
export function CasePrimary({ shown, tour_id }: { shown: Case; tour_id: string }) {
  const t = useTranslations("case");
  const onSite = useOnSite(shown.id);
  const link = linkOn(shown, tour_id);
  const step = link && nextStep(shown, link, onSite);
  if (link === undefined || step === undefined) return null;
  if (step.is === "action") return <PrimaryStep step={step} shown={shown} link={link} tour_id={tour_id} />;
  const open = () => go({ is: "case", id: shown.id });
  return (
    <Primary icon={<IconChevronRight size={28} aria-hidden />} onClick={open}>
      {t("open_case")}
    </Primary>
  );
}

function CaseHead({ shown, link }: CaseView) {
  const t = useTranslations("case");
  const clock = useClock();
  const since = sinceOf(link);
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
      <Progress shown={shown} link={link} />
    </section>
  );
}

function OnSiteMinutes({ since }: { since: string }) {
  const t = useTranslations("case");
  return ` · ${t("minutes", { minutes: minutesBetween(Date.parse(since), useNow()) })}`;
}

const sinceOf = (link: Link) =>
  link.finished_at ??
  link.arrived_at_destination_at ??
  link.loaded_at ??
  link.arrived_at ??
  link.started_at ??
  link.accepted_at;

/** Places that the crew is at or drives to; those that lie behind are left out, and on site the later ones, too. */
function Places({ shown, link }: CaseView) {
  const { source, target } = placesOf(shown);
  const isHere = link.state === "ARRIVED" || link.state === "arrived";
  const isLoaded = ["LOADED", "toDestination", "atDestination"].includes(link.state);
  return (
    <>
      {source && !isLoaded && <PlaceCard address={source} mark="source" isHere={isHere} />}
      {target && link.state !== "ARRIVED" && <PlaceCard address={target} mark="target" />}
    </>
  );
}

function Details({ shown }: { shown: Case }) {
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

function OtherActions(view: CaseView) {
  const { shown, link, tour_id } = view;
  const t = useTranslations("case");
  const may = (action: Link["actions"][number]) => link.actions.includes(action);
  const open = (form: CaseForm) => () => go({ is: "form", id: shown.id, form });
  const isUndoable = useUndoable(link);
  const mayFinish = may("FINISH") && link.state !== "LOADED" && link.state !== "atDestination";
  return (
    <>
      {may("REJECT") && <TextAction onClick={open("reject")}>{t("reject")}</TextAction>}
      {may("POSTPONE") && <TextAction onClick={open("postpone")}>{t("postpone")}</TextAction>}
      {mayFinish && (
        <TextAction onClick={open("finish")}>
          {shown.data_type === "FUNERAL" ? t("without_pickup") : t("nobody")}
        </TextAction>
      )}
      <WaysElsewhere {...view} />
      {may("UNDO") && isUndoable && <TextAction onClick={() => void undo(shown, tour_id)}>{t("undo")}</TextAction>}
    </>
  );
}

/**
 * Actions that lead to another place. A place with cold storage is found in the address book, which only the server
 * has.
 */
function WaysElsewhere({ shown, link }: CaseView) {
  const t = useTranslations("passing_on");
  const { isOnline } = useStill(connection);
  const may = (action: Link["actions"][number]) => link.actions.includes(action);
  const open = (form: CaseForm) => () => go({ is: "form", id: shown.id, form });
  const isTowing = link.state === "toDestination" || link.state === "atDestination";
  return (
    <>
      {isTowing && may("TO_TOWING_DESTINATION") && (
        <TextAction onClick={open("destination")}>{t("change_destination")}</TextAction>
      )}
      {isOnline && link.state === "LOADED" && may("FINISH") && (
        <TextAction onClick={open("interim")}>{t("interim")}</TextAction>
      )}
    </>
  );
}

/** Action that passes the case to another crew, where the server allows it. */
function PassOn({ shown, link }: CaseView) {
  const t = useTranslations("passing_on");
  const { isOnline } = useStill(connection);
  if (!isOnline || !link.actions.includes("FORWARD")) return null;
  return (
    <button type="button" className="small" onClick={() => go({ is: "form", id: shown.id, form: "forward" })}>
      {t("forward")}
    </button>
  );
}
