import type { LonLatPair } from "./geometry.ts";

export interface RouteLineInput {
  readonly source: LonLatPair | undefined;
  readonly target: LonLatPair | undefined;
  /** Points of the road between both ends; undefined where no road is known. */
  readonly road: readonly LonLatPair[] | undefined;
  /** Position of the vehicle that works on the case. */
  readonly vehicle: LonLatPair | undefined;
  readonly isLoaded: boolean;
}

interface DrawnRouteLines {
  /** Line from source to destination, by road or straight. */
  readonly route: readonly LonLatPair[];
  /** Line from the vehicle to its next stop on the route. */
  readonly approach: readonly LonLatPair[];
}

export function routeLinesOf({ source, target, road = [], vehicle, isLoaded }: RouteLineInput): DrawnRouteLines {
  const next = isLoaded ? target : source;
  // A house stands beside its road, so the line also joins both.
  const route = source && target ? [source, ...road, target] : [];
  return { route, approach: vehicle && next ? [vehicle, next] : [] };
}
