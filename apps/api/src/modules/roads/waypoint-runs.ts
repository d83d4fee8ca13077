/** Directions in parts, for servers that take fewer waypoints at once than this product does. */
import type { Directions, DrivingRoute, Position } from "./road";

/** Runs of at most `most` waypoints; each begins with the last waypoint of the run before. */
export const splitIntoWaypointRuns = (waypoints: readonly Position[], most: number): readonly (readonly Position[])[] =>
  Array.from({ length: Math.ceil((waypoints.length - 1) / (most - 1)) }, (_, run) =>
    waypoints.slice(run * (most - 1), (run + 1) * (most - 1) + 1),
  );

/** Joins lists that each begin with what the one before ends with, which is kept once. */
export const joinAtSharedEnds = <T>(lists: readonly (readonly T[])[]): T[] =>
  lists.flatMap((list, index) => (index === 0 ? list : list.slice(1)));

/** Directions along all runs of waypoints; other routes than the best of each are left out. */
export function joinDirections(runs: readonly Directions[]): Directions {
  const routes = runs.map((run) => run.routes[0] as DrivingRoute);
  const sum = (key: "distance_meters" | "duration_seconds") => routes.reduce((total, route) => total + route[key], 0);
  const whole: DrivingRoute = {
    distance_meters: sum("distance_meters"),
    duration_seconds: sum("duration_seconds"),
    geometry: joinAtSharedEnds(routes.map(({ geometry }) => geometry)),
    legs: routes.flatMap(({ legs }) => legs),
  };
  return { waypoints: joinAtSharedEnds(runs.map(({ waypoints }) => waypoints)), routes: [whole] };
}
