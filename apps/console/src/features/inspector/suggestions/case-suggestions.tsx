import type { Case } from "@leitstand/contract/cases/case";
import { Glyph } from "@leitstand/ui/glyph";
import { FaultPanel } from "@leitstand/ui/states";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { isForcibleRefusal, useAssignCaseWithUndo } from "#live/case-actions.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { stateStyleOf } from "@leitstand/app/state-style";
import { deliberateAnswersOnly } from "#shared/screen/deliberate-answers.ts";
import { useIsShown } from "#shared/screen/use-fault-display.ts";
import { useNow } from "#shared/text/now.ts";
import { formatClockOrDay } from "#shared/text/time.ts";
import { ViolationList } from "../actions/action-notes.tsx";
import styles from "./case-suggestions.module.css";
import common from "../inspector.module.css";
import { InspectorSection } from "../section.tsx";
import type { TourSuggestionRow } from "./suggestions.ts";
import { subStateShapes } from "../tour/tour-facts.ts";
import type { CaseActions } from "../actions/use-case-actions.ts";
import { useSuggestedTours } from "./use-suggested-tours.ts";

const SUGGESTIONS_SHOWN = 5;

interface CaseSuggestionsProps {
  readonly dispatchCase: Case;
  readonly actions: CaseActions;
  /** Whether the case has no tour yet: the section is then open, and its best suggestion is the primary button. */
  readonly isFirstNeed: boolean;
  readonly onView: ChangeBoardView;
}

export function CaseSuggestions({ dispatchCase, isFirstNeed, onView }: CaseSuggestionsProps) {
  const t = useTranslations("inspector");
  return (
    <InspectorSection
      name={isFirstNeed ? "suggestions" : "suggestions_more"}
      title={t(isFirstNeed ? "suggestions" : "suggestions_more")}
      isOpen={isFirstNeed}
    >
      <SuggestionList dispatchCase={dispatchCase} isFirstNeed={isFirstNeed} onView={onView} />
    </InspectorSection>
  );
}

function SuggestionList({ dispatchCase, isFirstNeed, onView }: Omit<CaseSuggestionsProps, "actions">) {
  const t = useTranslations("inspector");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  const { rows, error, retry, isPlaced, isEstimate, attribution } = useSuggestedTours(dispatchCase);
  const [isAll, setAll] = useState(false);
  if (rows === undefined) return <SuggestionsSkeleton />;
  const taken = new Set(
    dispatchCase.tour_case_states?.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => tour_id),
  );
  const all = rows.filter(({ tour_id }) => !taken.has(tour_id));
  if (all.length === 0) return <p className={common["meta"]}>{t("no_tours")}</p>;
  return (
    <>
      {error && <FaultPanel texts={{ ...textOf(error), retry: f("retry"), copy: f("copy") }} onRetry={retry} />}
      <div className={styles["board-age"]}>
        <BoardOutdatedNote />
      </div>
      {!isPlaced && <p className={common["meta"]}>{t("no_place")}</p>}
      <ul className={styles["suggestions"]}>
        {all.slice(0, isAll ? undefined : SUGGESTIONS_SHOWN).map((suggestion, index) => (
          <SuggestionRow
            key={suggestion.tour_id}
            dispatchCase={dispatchCase}
            suggestion={suggestion}
            isBest={isFirstNeed && index === 0}
            onView={onView}
          />
        ))}
      </ul>
      <div className={styles["suggestions-foot"]}>
        {isEstimate && <span className={common["meta"]}>{t("estimate")}</span>}
        {attribution && <span className={common["meta"]}>{attribution}</span>}
        {all.length > SUGGESTIONS_SHOWN && (
          <button type="button" className={common["text-button"]} onClick={() => setAll(!isAll)}>
            {t(isAll ? "show_less" : "show_all", { count: all.length })}
          </button>
        )}
      </div>
    </>
  );
}

const SuggestionsSkeleton = () => {
  const t = useTranslations("inspector");
  return (
    <div role="status" aria-label={t("loading")} className={styles["suggestions"]}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="ui-skeleton" style={{ height: 34 }} />
      ))}
    </div>
  );
};

/** Mark of what the crew is doing; a free crew has a ring. */
function CrewStateMark({ suggestion: { link_state, hindrance } }: { suggestion: TourSuggestionRow }) {
  const t = useTranslations("inspector");
  const s = useTranslations("states");
  if (hindrance !== undefined)
    return <Glyph shape={subStateShapes[hindrance]} color="var(--state-closed)" label={t(`sub_state.${hindrance}`)} />;
  if (link_state === null) return <Glyph shape="ring" color="var(--state-closed)" label={t("free")} />;
  const look = stateStyleOf(link_state);
  return <Glyph shape={look.shape} color={look.color} label={s(look.word)} />;
}

interface SuggestionRowProps {
  readonly dispatchCase: Case;
  readonly suggestion: TourSuggestionRow;
  readonly isBest: boolean;
  readonly onView: ChangeBoardView;
}

function SuggestionRow({ dispatchCase, suggestion, isBest, onView }: SuggestionRowProps) {
  const t = useTranslations("inspector");
  const wayOf = useDistanceText();
  const loadOf = useWorkloadText();
  const { tour_id, tour_name, license_plate, hindrance, plan } = suggestion;
  const name = license_plate ?? tour_name;
  const { give, isBusy, refusal } = useAssignToTour(dispatchCase, { id: tour_id, name });
  const isClosed = hindrance === "NOT_TAKING_CASES" || hindrance === "OFF_DUTY";
  return (
    // By the second click of a double click another tour may be below the pointer.
    <li className={styles["suggestion"]} data-closed={isClosed} {...deliberateAnswersOnly}>
      <div className={styles["suggestion-line"]}>
        <CrewStateMark suggestion={suggestion} />
        <button
          type="button"
          className={`${common["entity-link"]} ${styles["tour"]}`}
          onClick={() => onView({ tour: tour_id, case: undefined, vehicle: undefined })}
        >
          {name}
        </button>
        <span className={styles["way"]} title={plan && t("way_added_hint")}>
          {wayOf(suggestion)}
        </span>
        <Button
          data-assign
          size="compact-sm"
          variant={isBest ? "filled" : "default"}
          loading={isBusy}
          aria-label={t("assign_to", { tour: name })}
          onClick={() => give(false)}
        >
          {t("action.ASSIGN")}
        </Button>
      </div>
      <div className={`${common["sub"]} ${styles["load"]}`}>{loadOf(suggestion)}</div>
      {plan && (
        <div className={styles["load"]}>
          <ViolationList violations={plan.violations} />
        </div>
      )}
      {refusal !== undefined && (
        <div className={common["note"]} data-fault="true" role="alert">
          <p>{refusal}</p>
          <Button variant="default" size="compact-xs" onClick={() => give(true)}>
            {t("force.ASSIGN")}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Text of the distance to a tour, or with a plan: how much longer and farther the tour drives. */
function useDistanceText() {
  const t = useTranslations("inspector");
  const format = useFormatter();
  const kilometres = (km: number) => format.number(km, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return ({ plan, minutes, distance_km }: TourSuggestionRow) => {
    if (plan) return t("way_added", { minutes: plan.added_minutes, km: kilometres(plan.added_km) });
    if (minutes === undefined || distance_km === undefined) return t("place_unknown");
    return t("way", { minutes, km: kilometres(distance_km) });
  };
}

/** Text of the arrival, and of the tour's other cases. */
function useWorkloadText() {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  return ({ hindrance, license_plate, tour_name, open_cases, plan }: TourSuggestionRow) =>
    [
      hindrance && t(`hindrance.${hindrance}`),
      plan && t("arrival", { time: formatClockOrDay(plan.arrival_at, now, locale) }),
      license_plate && tour_name,
      t("open_cases", { count: open_cases }),
    ]
      .filter(Boolean)
      .join(" · ");
}

/**
 * Assigns the case to a tour. A broken rule that can be overridden is shown in place; other faults in the usual place.
 */
function useAssignToTour(dispatchCase: Case, tour: { id: string; name: string }) {
  const textOf = useFaultText();
  const assign = useAssignCaseWithUndo();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isShown = useIsShown();
  const give = async (isForced: boolean) => {
    setBusy(true);
    setRefusal(undefined);
    const onRefused = (error: unknown) => {
      const mayInsist = isForcibleRefusal(error) && !isForced && isShown();
      if (mayInsist) setRefusal(textOf(error).message);
      return mayInsist;
    };
    const { id, natural_id } = dispatchCase;
    await assign({ id, natural_id, seen: caseFactsSeenOf(dispatchCase) }, tour, { isForced, onRefused });
    setBusy(false);
  };
  return { give: (isForced: boolean) => void give(isForced), isBusy, refusal };
}
