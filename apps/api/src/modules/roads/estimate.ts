import { estimateMatrix as guessMatrix, estimateRoute } from "@leitstand/geo/routing/estimate";
import type { Directions, RouteLeg, RouteProvenance, RoutingMatrix, Position } from "./road";

export const estimateProvenance: RouteProvenance = { source: "estimate", estimated: true, attribution: null };

/**
 * Straight directions from waypoint to waypoint, in whole metres and seconds, because more would feign precision;
 * without turns.
 */
export function estimateDirections(waypoints: readonly Position[]): Directions {
  const { geometry, legs: guessed } = estimateRoute(waypoints);
  const legs: readonly RouteLeg[] = guessed.map(({ distance_meters, duration_seconds }) => ({
    distance_meters: Math.round(distance_meters),
    duration_seconds: Math.round(duration_seconds),
    steps: [],
  }));
  const sum = (key: "distance_meters" | "duration_seconds") => legs.reduce((total, leg) => total + leg[key], 0);
  const route = { distance_meters: sum("distance_meters"), duration_seconds: sum("duration_seconds") };
  return {
    waypoints: waypoints.map((location) => ({ location, snap_meters: 0 })),
    routes: [{ ...route, geometry, legs }],
  };
}

export function estimateMatrix(sources: readonly Position[], destinations: readonly Position[]): RoutingMatrix {
  const { durations_seconds, distances_meters } = guessMatrix(sources, destinations);
  return { durations: roundCells(durations_seconds), distances: roundCells(distances_meters) };
}

const roundCells = (cells: RoutingMatrix["durations"]) =>
  cells.map((row) => row.map((cell) => (cell === null ? null : Math.round(cell))));
