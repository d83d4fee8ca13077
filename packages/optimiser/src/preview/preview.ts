import { type Job, VIOLATION_LEVELS, type Problem, type Shipment } from "../problem/problem";
import { type FoundInsertion, RunningTourInsertionFinder } from "./running-tours";
import type { RequestObstacle } from "../problem/solution";
import { findPermanentObstacle } from "../answer/suitability";
import type { InsertionSuggestion } from "./suggestion";

export interface InsertionPreviewOptions {
  /** Number of tours to suggest; 5 unless set. */
  readonly most?: number;
  /** Number of a vehicle's `steps` that the new case cannot come before, by the vehicle's id; none unless set. */
  readonly fixedSteps?: ReadonlyMap<number, number>;
}

export interface InsertionPreview {
  /** Suggestions, the best first: by the worst level of what the case newly violates, then by cost. */
  readonly suggestions: readonly InsertionSuggestion[];
  /** Vehicles that cannot take the case at all. */
  readonly ruled_out: readonly { readonly vehicle: number; readonly reason: RequestObstacle }[];
}

/**
 * Previews where one more case would fit into running tours, none of which changes its order. A vehicle's tour is its
 * `steps`; hard windows and shift ends may be missed and are then violations. Only the ways of `listRequiredPlacePairs` are
 * looked up: the matrices may be empty elsewhere.
 */
export function previewInsertions(
  problem: Problem,
  request: Job | Shipment,
  options: InsertionPreviewOptions = {},
): InsertionPreview {
  const { most = 5, fixedSteps } = options;
  const preview = new RunningTourInsertionFinder(problem, request);
  const ruledOut: { vehicle: number; reason: RequestObstacle }[] = [];
  const places: FoundInsertion[] = [];
  for (const [vehicle, source] of problem.vehicles.entries()) {
    const lasting = findPermanentObstacle(source, request);
    const found = lasting ?? preview.findPlace(vehicle, fixedSteps?.get(source.id) ?? 0);
    if (typeof found === "string") ruledOut.push({ vehicle: source.id, reason: found });
    else places.push(found);
  }
  places.sort((one, other) => one.cost - other.cost);
  const onTime = places.filter(({ delay }) => delay <= 0).slice(0, most);
  const late = places.filter(({ delay }) => delay > 0).slice(0, (most - onTime.length) * LATE_TOURS_PER_SUGGESTION);
  const suggestions = [...onTime, ...late].map((place) => preview.suggest(place));
  const severity = ({ level }: InsertionSuggestion) =>
    level ? VIOLATION_LEVELS.length - VIOLATION_LEVELS.indexOf(level) : 0;
  const price = ({ added_cost, added_delay_cost }: InsertionSuggestion) => added_cost + added_delay_cost;
  suggestions.sort((one, other) => severity(one) - severity(other) || price(one) - price(other));
  return { suggestions: suggestions.slice(0, most), ruled_out: ruledOut };
}

/**
 * Ways that a preview needs of one tour, as numbers of places, alternately from and to: along the places of the tour in
 * their order, from its start to its end, and between each of them and the places of the case.
 */
export function listRequiredPlacePairs(tour: readonly number[], places: readonly number[]): number[] {
  const pairs: number[] = [];
  const add = (from: number, to: number) => {
    if (from !== to) pairs.push(from, to);
  };
  for (const [index, place] of tour.entries()) if (index > 0) add(tour[index - 1]!, place);
  const others = [...new Set(tour)].filter((place) => !places.includes(place));
  for (const place of places) {
    for (const other of others) {
      add(place, other);
      add(other, place);
    }
    for (const other of places) add(place, other);
  }
  return pairs;
}

/** Number of tours that would be late and are evaluated in full, for each missing suggestion. */
const LATE_TOURS_PER_SUGGESTION = 3;
