import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import type { TravelMatrix } from "@leitstand/optimiser/problem/problem";
import type { PlanningLonLat } from "./planned";

/** Places along a tour, and the legs between them, alternately from and to, as they are requested from the router. */
export interface TourTravelPairs {
  readonly places: readonly PlanningLonLat[];
  readonly pairs: readonly number[];
}

/** Legs between places in their order, as numbers of places, alternately from and to. */
export const travelPairsAlongStops = (stops: readonly number[]): readonly number[] =>
  stops.slice(1).flatMap((to, index) => (stops[index] === to ? [] : [stops[index] as number, to]));

/**
 * Matrix that has all legs along a tour. A crew that has begun a stop drives there anyway, so a leg without a road is
 * taken from the straight line.
 */
export function fillMissingLegsWithEstimates(
  { places, pairs }: TourTravelPairs,
  { durations, distances }: TravelMatrix,
) {
  const square = (table: TravelMatrix["distances"], unknown: number) =>
    places.map((_, from) => places.map((__, to) => (from === to ? 0 : (table?.[from]?.[to] ?? unknown))));
  const rows = { durations: square(durations, Number.NaN), distances: square(distances, 0) };
  let estimated = false;
  for (let way = 0; way < pairs.length; way += 2) {
    const [from, to] = [pairs[way] as number, pairs[way + 1] as number];
    const [seconds, meters] = [rows.durations[from] as number[], rows.distances[from] as number[]];
    if (Number.isFinite(seconds[to])) continue;
    const guess = estimateDistanceAndDuration(places[from] as PlanningLonLat, places[to] as PlanningLonLat);
    estimated = true;
    seconds[to] = guess.duration_seconds;
    meters[to] = guess.distance_meters;
  }
  return { rows, estimated };
}
