import { Glyph } from "@leitstand/ui/glyph";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import { ViolationList } from "../actions/action-notes.tsx";
import { FactRow, FactTable } from "../facts.tsx";
import styles from "../inspector.module.css";
import { InspectedObjectView } from "../inspector-frame.tsx";
import { tourQuery } from "#live/store.ts";
import { LocateOnMapButton } from "../locate.tsx";
import type { RenderMessageForm } from "../message-form.ts";
import { InspectorSection } from "../section.tsx";
import { TourCases } from "./tour-cases.tsx";
import { TourCrew } from "./tour-crew.tsx";
import { TourDutyControls } from "./tour-duty.tsx";
import { TourExports } from "./tour-exports.tsx";
import type { Tour } from "./tour-facts.ts";
import { subStateShapes } from "./tour-facts.ts";

interface TourInspectorProps {
  readonly id: string;
  readonly onView: ChangeBoardView;
  readonly messageForm: RenderMessageForm;
}

export function TourInspector({ id, onView, messageForm }: TourInspectorProps) {
  const query = useQuery(tourQuery(id));
  return (
    <InspectedObjectView query={query} onView={onView} menuOf={(tour) => <TourExports tour={tour} />}>
      {(tour) => <InspectedTour tour={tour} onView={onView} messageForm={messageForm} />}
    </InspectedObjectView>
  );
}

interface InspectedTourProps extends Omit<TourInspectorProps, "id"> {
  readonly tour: Tour;
}

function InspectedTour({ tour, onView, messageForm }: InspectedTourProps) {
  const t = useTranslations("inspector");
  return (
    <>
      <div className={styles["entity"]}>
        <h2 className={styles["title"]}>{tour.name ?? tour.natural_id}</h2>
        <TourChips tour={tour} />
        <TourFacts tour={tour} />
      </div>
      <TourDutyControls tour={tour} />
      {tour.constraint_violations.length > 0 && (
        <InspectorSection name="tour_violations" title={t("violations")} count={tour.constraint_violations.length}>
          <ViolationList violations={uniqueViolations(tour.constraint_violations)} />
        </InspectorSection>
      )}
      <TourCrew tour={tour} onView={onView} />
      <TourCases tour={tour} onView={onView} />
      {tour.status === "STARTED" && (
        <InspectorSection name="tour_message" title={t("message_crew")} isOpen={false}>
          {messageForm({ tour_id: tour.id })}
          <LocateOnMapButton tour_id={tour.id} />
        </InspectorSection>
      )}
    </>
  );
}

const uniqueViolations = (violations: Tour["constraint_violations"]) => [
  ...new Map(violations.map((violation) => [`${violation.constraint} ${violation.level}`, violation])).values(),
];

function TourChips({ tour }: { tour: Tour }) {
  const t = useTranslations("inspector");
  const state = tour.status === "STARTED" ? tour.started_sub_state : null;
  return (
    <div className={styles["chips"]}>
      <span className={styles["chip"]}>
        <Glyph
          shape={state ? subStateShapes[state] : tour.status === "FINISHED" ? "tick" : "ring"}
          color={state === "ACTIVE" || state === "ON_DUTY" ? "var(--state-loaded)" : "var(--state-closed)"}
          size={14}
        />
        {t(state ? `sub_state.${state}` : `status.${tour.status}`)}
      </span>
      {tour.primary && <span className={styles["chip"]}>{t("primary")}</span>}
    </div>
  );
}

function TourFacts({ tour }: { tour: Tour }) {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const [from, to] = [tour.started_at ?? tour.scheduled_start_at, tour.ended_at ?? tour.scheduled_end_at];
  const at = (instant: string) => formatClockOrDay(instant, now, locale);
  return (
    <FactTable>
      {(from || to) && (
        <FactRow label={t("shift")}>
          {from ? at(from) : "…"} – {to ? at(to) : "…"}
        </FactRow>
      )}
      {tour.branch && <FactRow label={t("branch")}>{tour.branch.name}</FactRow>}
      {tour.tour_lead_external_user_id && <FactRow label={t("lead")}>{tour.tour_lead_external_user_id}</FactRow>}
      {tour.description && <FactRow label={t("description")}>{tour.description}</FactRow>}
    </FactTable>
  );
}
