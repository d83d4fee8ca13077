import { type LonLat, metersBetween } from "../lon-lat";
import type { RouteMatrix, Route, DistanceAndDuration } from "./answer";

/** Factor by which roads of Central Europe are on average longer than the straight line. */
const DETOUR_FACTOR = 1.3;
/** Seconds for the start, and the last turns before the door. */
const START_SECONDS = 60;
/**
 * Speeds by distance: the first kilometres are streets of a town, the next ones country roads, and the rest is mostly
 * motorway.
 */
const SPEEDS_BY_DISTANCE = [
  { meters: 5_000, metersPerSecond: 30 / 3.6 },
  { meters: 25_000, metersPerSecond: 60 / 3.6 },
  { meters: Number.POSITIVE_INFINITY, metersPerSecond: 95 / 3.6 },
] as const;

/**
 * Estimates a way; it grows with the distance without a jump, so that the nearest vehicle is also the one that arrives
 * first.
 */
export function estimateDistanceAndDuration(from: LonLat, to: LonLat): DistanceAndDuration {
  const distance = metersBetween(from, to) * DETOUR_FACTOR;
  let left = distance;
  let seconds = START_SECONDS;
  for (const { meters, metersPerSecond } of SPEEDS_BY_DISTANCE) {
    const driven = Math.min(left, meters);
    seconds += driven / metersPerSecond;
    left -= driven;
  }
  return { distance_meters: distance, duration_seconds: seconds };
}

/** Estimates a route by straight lines through the places, where no map was imported. Its legs have no steps. */
export function estimateRoute(places: readonly LonLat[]): Route {
  const legs = places
    .slice(1)
    .map((to, index) => ({ ...estimateDistanceAndDuration(places[index] as LonLat, to), steps: [] }));
  return {
    distance_meters: legs.reduce((sum, leg) => sum + leg.distance_meters, 0),
    duration_seconds: legs.reduce((sum, leg) => sum + leg.duration_seconds, 0),
    legs,
    geometry: places,
    estimated: true,
  };
}

export function estimateMatrix(origins: readonly LonLat[], destinations: readonly LonLat[]): RouteMatrix {
  const ways = origins.map((from) => destinations.map((to) => estimateDistanceAndDuration(from, to)));
  return {
    durations_seconds: ways.map((row) => row.map(({ duration_seconds }) => duration_seconds)),
    distances_meters: ways.map((row) => row.map(({ distance_meters }) => distance_meters)),
    estimated: true,
  };
}
