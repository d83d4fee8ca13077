import type { LonLat } from "../lon-lat";

/** Distance and duration by road. */
export interface DistanceAndDuration {
  readonly distance_meters: number;
  readonly duration_seconds: number;
}

/** Manoeuvre of a step, in the words of OSRM's API (http://project-osrm.org/docs/v5.24.0/api/#stepmaneuver-object). */
export interface Maneuver {
  readonly type:
    | "depart"
    | "arrive"
    | "turn"
    | "continue"
    | "new name"
    | "fork"
    | "merge"
    | "on ramp"
    | "off ramp"
    | "end of road"
    | "roundabout"
    | "notification";
  /** Direction of the manoeuvre; none at a departure, nor at an arrival on the spot. */
  readonly modifier?: ManeuverModifier;
  readonly location: LonLat;
  /** Bearing in degrees clockwise from north; 0 before the first and after the last step. */
  readonly bearing_before: number;
  readonly bearing_after: number;
  /** Exit of a roundabout, counted from 1. */
  readonly exit?: number;
}

export const maneuverModifiers = [
  "uturn",
  "sharp right",
  "right",
  "slight right",
  "straight",
  "slight left",
  "left",
  "sharp left",
] as const;
export type ManeuverModifier = (typeof maneuverModifiers)[number];

/** A manoeuvre and the road after it, up to the next. */
export interface RouteStep extends DistanceAndDuration {
  readonly maneuver: Maneuver;
  readonly name: string;
  readonly ref: string;
  /** Texts of signposts, such as `A 14: Bregenz, Feldkirch`. */
  readonly destinations: string;
  readonly mode: "driving" | "ferry";
  readonly driving_side: "right";
  readonly geometry: readonly LonLat[];
}

/** Leg of a route, from one place to the next. */
export interface RouteLeg extends DistanceAndDuration {
  readonly steps: readonly RouteStep[];
}

export interface Route extends DistanceAndDuration {
  readonly legs: readonly RouteLeg[];
  readonly geometry: readonly LonLat[];
  /** Whether it is an estimate by the straight line, without roads. */
  readonly estimated: boolean;
}

/** A place on a road, as the router found it for coordinates. */
export interface SnappedRoadPlace {
  readonly location: LonLat;
  /** Distance from the place that was asked for. */
  readonly distance_meters: number;
  readonly name: string;
}

/** Answer when the place `index` has no road within `within_meters`. */
export interface NoRoadNearbyAnswer {
  readonly kind: "no_road";
  readonly index: number;
  readonly within_meters: number;
}

/** Answer when no way leads from place `leg` to the one after it. */
export interface UnreachableLegAnswer {
  readonly kind: "unreachable";
  readonly leg: number;
}

export interface FoundRouteAnswer {
  readonly kind: "route";
  readonly route: Route;
  /** Alternative routes, where they were asked for and there are some; the best first. */
  readonly others: readonly Route[];
  readonly places: readonly SnappedRoadPlace[];
}

export type RouteAnswer = FoundRouteAnswer | NoRoadNearbyAnswer | UnreachableLegAnswer;

/** Rows are origins, columns destinations; null where a place has no road near it or no way leads there. */
export interface RouteMatrix {
  readonly durations_seconds: readonly (readonly (number | null)[])[];
  readonly distances_meters: readonly (readonly (number | null)[])[];
  readonly estimated: boolean;
}

/**
 * Distances and durations in the order in which they were asked for; NaN where a place has no road near it or no way
 * leads there.
 */
export interface DistancesAndDurations {
  readonly durations_seconds: Float64Array<ArrayBuffer>;
  readonly distances_meters: Float64Array<ArrayBuffer>;
}
