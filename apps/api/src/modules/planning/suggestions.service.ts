import type { PlanViolation, Suggestions, TourSuggestion } from "@leitstand/contract/board/planning";
import { violationLevels } from "@leitstand/contract/core/violation-level";
import { metersBetween } from "@leitstand/geo/lon-lat";
import type { ViolationAtStop, InsertionSuggestion } from "@leitstand/optimiser/preview/suggestion";
import { listViolationsByTour } from "#modules/case-snapshots/index";
import {
  fetchMatrices,
  loadGeoProviderChoice,
  type Position,
  combinedProvenanceOf,
  type RoadRouter,
  chooseRouterForTenant,
  type RouterLookup,
} from "#modules/roads/index";
import type { Tx } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import type { ProviderClients } from "#platform/providers/providers";
import { type PlanningCase, type PlanningTour, lonLatOfPlace, tourStartLonLat } from "./planned";
import { CaseAndTourPlaces, CaseInsertionPreview } from "./case-preview";
import { toClampedEpochSeconds } from "./case-times";
import { addPlanningRulesAndPlaceFacts } from "./planned.service";
import { isOnBoardState } from "./crew-progress";
import { type TourEndConstraint, timeFromEpochSeconds, tourEndConstraintOf } from "./planning-problem";
import { selectCasesForPlanning, selectToursTakingCases } from "./planning.sql";

export interface PlanningServices {
  readonly providers: ProviderClients;
  readonly routers: RouterLookup;
}
export interface PlanningCall {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly principal: Principal;
  readonly now: Date;
}

/**
 * Maximum number of tours for which a routing server is asked, once for each tour; the built-in router takes
 * milliseconds even for hundreds of tours.
 */
const ROUTED_TOURS_MAX = 20;
const SUGGESTED_TOURS_MAX = 5;

export async function suggestTours(
  { tx, scope, principal, now }: PlanningCall,
  { providers, routers }: PlanningServices,
  { case_id, size = SUGGESTED_TOURS_MAX }: { readonly case_id: string; readonly size?: number },
): Promise<Suggestions> {
  const [[job], choice] = await Promise.all([selectCasesForPlanning(tx, scope, [case_id]), loadGeoProviderChoice(tx)]);
  if (!job) throw notFound("case", case_id);
  if (job.finalized) throw problem("CASE_FINALIZED", { case_id });
  const source = lonLatOfPlace(job.source);
  if (!source) throw problem("GEOMETRY_INVALID", { reason: "NO_POSITION", index: 0 });
  const router = chooseRouterForTenant(routers, providers, choice);
  const running = await selectToursTakingCases(tx, scope, { near: source, now });
  const tours = nearestTours(running, { job, source, router });
  if (tours.length === 0) return { ...combinedProvenanceOf(router), suggestions: [] };
  const tour_ids = tours.map(({ id }) => id);
  const [judged, { preview, matrices }] = await Promise.all([
    listViolationsByTour(tx, { case_id: job.id, tour_ids, caller: principal, now }),
    createCasePreview({ tx, now, router }, job, tours),
  ]);
  const rulesOf = (tour: PlanningTour) =>
    (judged.get(tour.id) ?? []).map(({ constraint, level }): PlanViolation => {
      return { constraint, level, case_id: null, delay_seconds: null };
    });
  let best: TourSuggestion[] = [];
  // Tours without violations come first: where enough of them are on time, the others need not be computed.
  for (const [severity, same] of groupToursBySeverity(tours, rulesOf)) {
    const found = preview.of(same, size);
    const described = found.map(({ tour, suggestion }) =>
      toTourSuggestion({ tour, suggestion, caseOf: preview.caseOf }, [
        ...rulesOf(tour),
        ...delayViolationsOf(suggestion, preview.caseOf, tourEndConstraintOf(tour)),
      ]),
    );
    best = [...best, ...described].toSorted(compareSuggestions).slice(0, size);
    if (best.length === size && severityRank((best.at(-1) as TourSuggestion).level) <= severity) break;
  }
  const provenance = combinedProvenanceOf(router, ...matrices);
  return { ...provenance, estimated: provenance.estimated || preview.estimated, suggestions: best };
}

interface PreviewContext extends Pick<PlanningCall, "tx" | "now"> {
  readonly router: RoadRouter;
}
/**
 * Preview of the case on all of the tours, with the travel times between their places; the router knows no rules.
 */
async function createCasePreview(
  { tx, now, router }: PreviewContext,
  job: PlanningCase,
  running: readonly PlanningTour[],
) {
  const places = new CaseAndTourPlaces(job, running);
  const [matrices, planned] = await Promise.all([
    fetchMatrices(router, places.requests),
    addPlanningRulesAndPlaceFacts(tx, { cases: [job], tours: running }, now),
  ]);
  const { cases, tours, rules } = planned;
  const around = { places, matrices, rules, now: toClampedEpochSeconds(now) };
  return { preview: new CaseInsertionPreview(cases[0] as PlanningCase, tours, around), matrices };
}

type ViolationsOfTour = (tour: PlanningTour) => readonly PlanViolation[];
function groupToursBySeverity(
  tours: readonly PlanningTour[],
  rulesOf: ViolationsOfTour,
): (readonly [number, readonly PlanningTour[]])[] {
  const groups = new Map<number, PlanningTour[]>();
  for (const tour of tours) {
    const severity = severityRank(worstLevelOf(rulesOf(tour)));
    groups.set(severity, [...(groups.get(severity) ?? []), tour]);
  }
  return [...groups].toSorted(([one], [other]) => one - other);
}

interface TourCandidates {
  readonly job: PlanningCase;
  readonly source: Position;
  readonly router: RoadRouter;
}
/** Tours that do not have the case already; only the nearest ones where a server has to be asked. */
function nearestTours(
  tours: readonly PlanningTour[],
  { job, source, router }: TourCandidates,
): readonly PlanningTour[] {
  const others = tours.filter(({ open }) => open.every((link) => link.case.id !== job.id));
  if (router.name === "estimate" || router.name === "embedded") return others;
  const meters = (tour: PlanningTour) => {
    const start = tourStartLonLat(tour);
    return start ? metersBetween(start, source) : Number.POSITIVE_INFINITY;
  };
  return others.toSorted((one, other) => meters(one) - meters(other)).slice(0, ROUTED_TOURS_MAX);
}

/** Delays of a suggestion: cases by their stops and the tour by its end, and a break that no longer fits. */
function delayViolationsOf(
  { violations }: InsertionSuggestion,
  caseOf: CaseInsertionPreview["caseOf"],
  end_constraint: TourEndConstraint,
): readonly PlanViolation[] {
  const delays = violations.flatMap((violation) =>
    violation.cause === "delay"
      ? [delayViolationOf(violation, caseOf, end_constraint)]
      : violation.cause === "missing_break"
        ? [missingBreakViolation(violation)]
        : [],
  );
  // Both stops of a case may be late; the longer delay is enough.
  const worst = new Map<string, PlanViolation>();
  for (const delay of delays) {
    const key = `${delay.constraint} ${delay.case_id}`;
    const known = worst.get(key);
    if (!known || (known.delay_seconds ?? 0) < (delay.delay_seconds ?? 0)) worst.set(key, delay);
  }
  return [...worst.values()];
}

const missingBreakViolation = ({ level }: ViolationAtStop): PlanViolation => ({
  constraint: "BREAK",
  level,
  case_id: null,
  delay_seconds: null,
});

function delayViolationOf(
  { step, level, duration = 0 }: ViolationAtStop,
  caseOf: CaseInsertionPreview["caseOf"],
  end_constraint: TourEndConstraint,
): PlanViolation {
  const case_id = step?.id === undefined ? undefined : caseOf(step.id);
  const delay_seconds = Math.max(0, Math.round(duration));
  return case_id === undefined
    ? { constraint: end_constraint, level, case_id: null, delay_seconds }
    : { constraint: "DELAY", level, case_id, delay_seconds };
}

interface SuggestedPlace {
  readonly tour: PlanningTour;
  readonly suggestion: InsertionSuggestion;
  readonly caseOf: CaseInsertionPreview["caseOf"];
}

/** Stops of the tour with the case among them; cargo on board only has to be delivered. */
const suggestedSequenceOf = ({ tour, suggestion, caseOf }: SuggestedPlace): TourSuggestion["sequence"] =>
  suggestion.tour.steps.flatMap(({ type, id }) => {
    const case_id = id === undefined || type === "break" ? undefined : caseOf(id);
    if (case_id === undefined) return [];
    const isLoaded = tour.open.some((link) => link.case.id === case_id && isOnBoardState(link.state));
    return [{ case_id, kind: type === "delivery" || isLoaded ? "DELIVERY" : "PICKUP" }];
  });

function toTourSuggestion(found: SuggestedPlace, violations: PlanViolation[]): TourSuggestion {
  const { tour, suggestion } = found;
  const { stops, added_duration, added_distance } = suggestion;
  const [first, last] = [stops[0], stops.at(-1)] as [
    InsertionSuggestion["stops"][number],
    InsertionSuggestion["stops"][number],
  ];
  return {
    tour_id: tour.id,
    tour_natural_id: tour.natural_id,
    tour_name: tour.name,
    vehicle_ids: [...tour.vehicle_ids],
    added_seconds: Math.round(added_duration),
    added_meters: Math.round(added_distance),
    arrival_at: timeFromEpochSeconds(first.arrival),
    finished_at: timeFromEpochSeconds(last.arrival + last.waiting_time + last.setup + last.service),
    open_cases: tour.open.length,
    sequence: suggestedSequenceOf(found),
    level: worstLevelOf(violations),
    violations,
  };
}

type SeverityLevel = PlanViolation["level"];
const worstLevelOf = (violations: readonly PlanViolation[]): SeverityLevel | null =>
  violationLevels.find((each) => violations.some(({ level }) => level === each)) ?? null;

/** Rank of a level: the greater the worse; 0 without a violation. */
const severityRank = (level: SeverityLevel | null) =>
  level === null ? 0 : violationLevels.length - violationLevels.indexOf(level);

/** Order of suggestions: by the worst violation, then by the detour, then by the arrival. */
function compareSuggestions(one: TourSuggestion, other: TourSuggestion): number {
  return (
    severityRank(one.level) - severityRank(other.level) ||
    one.added_seconds - other.added_seconds ||
    (one.arrival_at < other.arrival_at ? -1 : one.arrival_at > other.arrival_at ? 1 : 0) ||
    (one.tour_id < other.tour_id ? -1 : 1)
  );
}
