import type { Case } from "@leitstand/contract/cases/case";
import type { PlanViolation, TourSuggestion } from "@leitstand/contract/board/planning";
import type { api } from "#shared/api/api.ts";
import { countOpenCases } from "#live/board-tours.ts";
import type { BoardState } from "#live/entities.ts";
import type { BoardTour } from "#live/tour-entity.ts";

/** Running tour that could take a case; lists of them have the best first. */
export interface TourSuggestionRow {
  readonly tour_id: string;
  readonly tour_name: string;
  readonly license_plate: string | undefined;
  /** State of the tour's most advanced case; null when it has none. */
  readonly link_state: string | null;
  /** Distance to the case; undefined when the position of the tour is unknown. */
  readonly distance_km: number | undefined;
  readonly minutes: number | undefined;
  readonly open_cases: number;
  /** Reason why the tour takes no cases now, or is on a break. */
  readonly hindrance: "NOT_TAKING_CASES" | "OFF_DUTY" | "ON_A_BREAK" | undefined;
  /**
   * Cost of the case to the tour, and the rules it would break; undefined without a plan, because only the server knows
   * the rules.
   */
  readonly plan: PlannedDetour | undefined;
}
interface PlannedDetour {
  readonly added_minutes: number;
  readonly added_km: number;
  /** Arrival at the source of the case. */
  readonly arrival_at: string;
  readonly violations: readonly ShownViolation[];
}
/** Broken rule as it is shown: of other cases that become late, only the worst. */
type ShownViolation = Omit<PlanViolation, "constraint"> & { readonly constraint: string };
export type NearestActiveVehicle = Awaited<ReturnType<typeof api.getNearestActiveVehicles>>["vehicles"][number];

interface SuggestionInput {
  /** Vehicles with their distance to the case; empty when the case has no place yet. */
  readonly near: readonly NearestActiveVehicle[];
  readonly board: Pick<BoardState, "tours" | "vehicles" | "isCut" | "openLinksOf">;
}

/**
 * Tours as the server has planned them, the best first; then those that it left out, which a dispatcher may still
 * choose.
 */
export function rankPlannedTours(
  dispatchCase: Case,
  { plans, board }: { readonly plans: readonly TourSuggestion[]; readonly board: SuggestionInput["board"] },
): TourSuggestionRow[] {
  const planned = new Set(plans.map(({ tour_id }) => tour_id));
  const others = rankToursByDistance({ near: [], board }).filter(({ tour_id }) => !planned.has(tour_id));
  return [...plans.map((plan) => suggestionOfPlan(dispatchCase, plan, board)), ...others];
}

function suggestionOfPlan(
  dispatchCase: Case,
  plan: TourSuggestion,
  board: SuggestionInput["board"],
): TourSuggestionRow {
  const { tour_id, tour_name, tour_natural_id, vehicle_ids, open_cases, arrival_at, violations } = plan;
  const tour = board.tours.get(tour_id);
  return {
    tour_id,
    tour_name: tour_name ?? tour_natural_id,
    license_plate: board.vehicles.get(vehicle_ids[0] ?? "")?.license_plate,
    link_state: linkStateOf(tour_id, board),
    distance_km: undefined,
    minutes: undefined,
    open_cases,
    hindrance: tour && hindranceOfSubState(tour.started_sub_state),
    plan: {
      added_minutes: Math.max(0, Math.round(plan.added_seconds / 60)),
      added_km: Math.max(0, plan.added_meters) / 1000,
      arrival_at,
      violations: reduceDelays(violations, dispatchCase),
    },
  };
}

/** Reduces delays to that of this case and the worst of all others. */
function reduceDelays(violations: readonly PlanViolation[], dispatchCase: Case): readonly ShownViolation[] {
  const isOfOther = ({ constraint, case_id }: PlanViolation) => constraint === "DELAY" && case_id !== dispatchCase.id;
  const [worst] = violations
    .filter(isOfOther)
    .toSorted((one, other) => (other.delay_seconds ?? 0) - (one.delay_seconds ?? 0));
  const rest = violations.filter((violation) => !isOfOther(violation));
  return worst ? [...rest, { ...worst, constraint: "DELAY_OF_OTHERS" }] : rest;
}

/** Suggests one row for each running tour, by its nearest vehicle; tours of unknown position come last. */
export function rankToursByDistance({ near, board }: SuggestionInput): TourSuggestionRow[] {
  const nearest = new Map<string, NearestActiveVehicle>();
  for (const vehicle of near) if (!nearest.has(vehicle.current_tour_id)) nearest.set(vehicle.current_tour_id, vehicle);
  const routed = [...nearest.values()].map((vehicle) => suggestionOfVehicle(vehicle, board));
  const others = [...board.tours.values()]
    .filter(({ tour_id }) => !nearest.has(tour_id))
    .map((tour) => suggestionWithoutPosition(tour, board));
  return [...routed, ...others].toSorted(compareSuggestions);
}

/**
 * Suggestion from a vehicle's distance, which is up to a minute old, and its tour's work, which the board knows live.
 */
function suggestionOfVehicle(vehicle: NearestActiveVehicle, board: SuggestionInput["board"]): TourSuggestionRow {
  const tour = board.tours.get(vehicle.current_tour_id);
  return {
    tour_id: vehicle.current_tour_id,
    tour_name: tour?.name ?? tour?.natural_id ?? vehicle.current_tour_natural_id ?? vehicle.natural_id,
    license_plate: vehicle.license_plate,
    link_state: linkStateOf(vehicle.current_tour_id, board),
    distance_km: vehicle.distance_to_target_location / 1000,
    minutes: Math.ceil(vehicle.duration_to_target_location / 60),
    open_cases: vehicle.open_cases,
    hindrance: hindranceOfSubState(tour?.started_sub_state ?? vehicle.current_tour_started_sub_state),
    plan: undefined,
  };
}

const suggestionWithoutPosition = (tour: BoardTour, board: SuggestionInput["board"]): TourSuggestionRow => ({
  tour_id: tour.tour_id,
  tour_name: tour.name ?? tour.natural_id,
  license_plate: board.vehicles.get(tour.vehicle_ids[0] ?? "")?.license_plate,
  link_state: linkStateOf(tour.tour_id, board),
  distance_km: undefined,
  minutes: undefined,
  open_cases: countOpenCases(board, tour),
  hindrance: hindranceOfSubState(tour.started_sub_state),
  plan: undefined,
});

const linkStateOf = (tour_id: string, board: SuggestionInput["board"]) => board.openLinksOf(tour_id)[0]?.state ?? null;

const hindranceOfSubState = (state: BoardTour["started_sub_state"]): TourSuggestionRow["hindrance"] =>
  state === "ACTIVE" || state === "ON_DUTY" ? undefined : state;

/** Rank of a suggestion: crews on a break still take cases; those that take none come last, however near they are. */
const availabilityRank = ({ hindrance }: TourSuggestionRow) =>
  hindrance === undefined || hindrance === "ON_A_BREAK" ? 0 : 1;
const compareSuggestions = (one: TourSuggestionRow, other: TourSuggestionRow) =>
  availabilityRank(one) - availabilityRank(other) ||
  (one.minutes ?? Number.MAX_VALUE) - (other.minutes ?? Number.MAX_VALUE) ||
  (one.distance_km ?? 0) - (other.distance_km ?? 0) ||
  one.open_cases - other.open_cases ||
  one.tour_name.localeCompare(other.tour_name);
