import type { Case } from "@leitstand/contract/case";
import { Glyph } from "@leitstand/ui/glyph";
import { Fault } from "@leitstand/ui/states";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { api, isProblem } from "#shared/api.ts";
import { boardQuery } from "#shared/board.ts";
import type { ChangeView } from "#shared/board-view.ts";
import { useAssign } from "#shared/case-actions.ts";
import { useFaultText } from "#shared/faults.ts";
import { lookOf } from "#shared/state-look.ts";
import styles from "./inspector.module.css";
import { Section } from "./section.tsx";
import { suggestTours, type Suggestion } from "./suggestions.ts";
import { subStateShapes } from "./tour-facts.ts";
import type { CaseActions } from "./use-case-actions.ts";

const SHOWN = 5;
/** Positions move on; a list that stays open is asked for anew. */
const FRESH_MS = 60_000;

interface CaseSuggestionsProps {
  readonly job: Case;
  readonly actions: CaseActions;
  /** Nobody has the case: then this stands open and its best is the button of choice. */
  readonly isFirstNeed: boolean;
  readonly onView: ChangeView;
}

export function CaseSuggestions({ job, isFirstNeed, onView }: CaseSuggestionsProps) {
  const t = useTranslations("inspector");
  return (
    <Section
      name={isFirstNeed ? "suggestions" : "suggestions_more"}
      title={t(isFirstNeed ? "suggestions" : "suggestions_more")}
      isOpen={isFirstNeed}
    >
      <SuggestionList job={job} isFirstNeed={isFirstNeed} onView={onView} />
    </Section>
  );
}

function SuggestionList({ job, isFirstNeed, onView }: Omit<CaseSuggestionsProps, "actions">) {
  const t = useTranslations("inspector");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  const { data: board } = useQuery(boardQuery);
  const { lat, lon } = (job.funeral_data ?? job.rsa_data)?.source_address ?? {};
  const isPlaced = typeof lat === "number" && typeof lon === "number";
  const near = useQuery({
    queryKey: ["nearest", lat, lon],
    queryFn: () => api.getNearestActiveVehicles({ target_location: [lon as number, lat as number], size: 30 }),
    enabled: isPlaced,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  const [isAll, setAll] = useState(false);
  if (board === undefined || (isPlaced && near.isPending)) return <Waiting />;
  const taken = new Set(job.tour_case_states?.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => tour_id));
  const fleet = { near: near.data?.vehicles ?? [], tours: board.tours, vehicles: board.vehicles };
  const all = suggestTours(job, fleet).filter(({ tour_id }) => !taken.has(tour_id));
  if (all.length === 0) return <p className={styles["meta"]}>{t("no_tours")}</p>;
  return (
    <>
      {near.error && (
        <Fault
          texts={{ ...textOf(near.error), retry: f("retry"), copy: f("copy") }}
          onRetry={() => void near.refetch()}
        />
      )}
      {!isPlaced && <p className={styles["meta"]}>{t("no_place")}</p>}
      <ul className={styles["suggestions"]}>
        {all.slice(0, isAll ? undefined : SHOWN).map((suggestion, index) => (
          <SuggestionRow
            key={suggestion.tour_id}
            job={job}
            suggestion={suggestion}
            isBest={isFirstNeed && index === 0}
            onView={onView}
          />
        ))}
      </ul>
      <div className={styles["suggestions-foot"]}>
        {near.data?.source === "estimate" && <span className={styles["meta"]}>{t("estimate")}</span>}
        {all.length > SHOWN && (
          <button type="button" className={styles["text-button"]} onClick={() => setAll(!isAll)}>
            {t(isAll ? "show_less" : "show_all", { count: all.length })}
          </button>
        )}
      </div>
    </>
  );
}

const Waiting = () => {
  const t = useTranslations("inspector");
  return (
    <div role="status" aria-label={t("loading")} className={styles["suggestions"]}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="ui-skeleton" style={{ height: 34 }} />
      ))}
    </div>
  );
};

/** What the crew is at; a free one has a ring. */
function StateMark({ suggestion: { link_state, hindrance } }: { suggestion: Suggestion }) {
  const t = useTranslations("inspector");
  const s = useTranslations("states");
  if (hindrance !== undefined)
    return <Glyph shape={subStateShapes[hindrance]} color="var(--state-closed)" label={t(`sub_state.${hindrance}`)} />;
  if (link_state === null) return <Glyph shape="ring" color="var(--state-closed)" label={t("free")} />;
  const look = lookOf(link_state);
  return <Glyph shape={look.shape} color={look.color} label={s(look.word)} />;
}

interface SuggestionRowProps {
  readonly job: Case;
  readonly suggestion: Suggestion;
  readonly isBest: boolean;
  readonly onView: ChangeView;
}

function SuggestionRow({ job, suggestion, isBest, onView }: SuggestionRowProps) {
  const t = useTranslations("inspector");
  const format = useFormatter();
  const textOf = useFaultText();
  const assign = useAssign();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { tour_id, tour_name, license_plate, minutes, distance_km, open_cases, hindrance, violations } = suggestion;
  const name = license_plate ?? tour_name;
  const give = async (isForced: boolean) => {
    setBusy(true);
    setRefusal(undefined);
    const onRefused = (error: unknown) => {
      const isForcible = isProblem(error, "CONSTRAINT_VIOLATED") || isProblem(error, "TOUR_STATUS_CONFLICT");
      if (isForcible && !isForced) setRefusal(textOf(error).message);
      return isForcible && !isForced;
    };
    await assign(job, { id: tour_id, name }, { isForced, onRefused });
    setBusy(false);
  };
  const way =
    minutes === undefined || distance_km === undefined
      ? t("place_unknown")
      : t("way", { minutes, km: format.number(distance_km, { maximumFractionDigits: 1, minimumFractionDigits: 1 }) });
  return (
    <li className={styles["suggestion"]} data-closed={hindrance === "NOT_TAKING_CASES" || hindrance === "OFF_DUTY"}>
      <div className={styles["suggestion-line"]}>
        <StateMark suggestion={suggestion} />
        <button
          type="button"
          className={styles["entity-link"]}
          onClick={() => onView({ tour: tour_id, case: undefined, vehicle: undefined })}
        >
          {name}
        </button>
        <span className={styles["way"]}>{way}</span>
        <Button
          data-assign
          size="compact-sm"
          variant={isBest ? "filled" : "default"}
          loading={isBusy}
          aria-label={t("assign_to", { tour: name })}
          onClick={() => void give(false)}
        >
          {t("action.ASSIGN")}
        </Button>
      </div>
      <div className={styles["sub"]}>
        {[hindrance && t(`hindrance.${hindrance}`), license_plate && tour_name, t("open_cases", { count: open_cases })]
          .filter(Boolean)
          .join(" · ")}
      </div>
      {violations.length > 0 && (
        <div className={styles["violation-line"]}>
          <Glyph shape="triangle-outline" color="var(--state-open)" size={13} />
          {violations.map((constraint) => t(`constraint.${constraint}`)).join(", ")}
        </div>
      )}
      {refusal !== undefined && (
        <div className={styles["note"]} data-fault="true" role="alert">
          <p>{refusal}</p>
          <Button variant="default" size="compact-xs" onClick={() => void give(true)}>
            {t("force", { action: t("action.ASSIGN") })}
          </Button>
        </div>
      )}
    </li>
  );
}
