import type { Point } from "./geometry.ts";

export interface RouteLine {
  readonly source: Point | undefined;
  readonly target: Point | undefined;
  /** Between them, as one drives; undefined where nobody knows roads. */
  readonly road: readonly Point[] | undefined;
  /** Of the vehicle that works on the case, and whether it has picked up already. */
  readonly vehicle: Point | undefined;
  readonly isLoaded: boolean;
}

interface Lines {
  /** From source to destination, by road or straight. */
  readonly route: readonly Point[];
  /** From the vehicle to whichever of them comes next. */
  readonly approach: readonly Point[];
}

export function linesOf({ source, target, road = [], vehicle, isLoaded }: RouteLine): Lines {
  const next = isLoaded ? target : source;
  // A house stands beside its road.
  const route = source && target ? [source, ...road, target] : [];
  return { route, approach: vehicle && next ? [vehicle, next] : [] };
}
