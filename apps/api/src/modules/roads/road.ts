import type { RouterName } from "@leitstand/contract/core/providers";
import { metersBetween } from "@leitstand/geo/lon-lat";

/** Position with the longitude first, in degrees of WGS 84. */
export type Position = readonly [lon: number, lat: number];

/** Source of an answer, as answers of the product name it. */
export interface RouteProvenance {
  readonly source: RouterName;
  /** Whether at least a part of it comes from straight lines. */
  readonly estimated: boolean;
  /** Attribution to show with the answer; null when none is required. */
  readonly attribution: string | null;
}

export interface DirectionsRequest {
  /** Two or more waypoints, in the order in which they are driven to. */
  readonly waypoints: readonly Position[];
  readonly language: "de" | "en";
  /** Requests other routes, where the router knows some; only between two waypoints. */
  readonly wantsAlternatives: boolean;
}

interface RouteStep {
  readonly instruction: string;
  /** Name of the street; null where it has none. */
  readonly name: string | null;
  /** Position at which the step begins. */
  readonly location: Position;
  readonly distance_meters: number;
  readonly duration_seconds: number;
}
export interface RouteLeg {
  readonly distance_meters: number;
  readonly duration_seconds: number;
  readonly steps: readonly RouteStep[];
}
export interface DrivingRoute {
  readonly distance_meters: number;
  readonly duration_seconds: number;
  readonly geometry: readonly Position[];
  readonly legs: readonly RouteLeg[];
}
/** Waypoint on the road that it was snapped to. */
interface SnappedWaypoint {
  readonly location: Position;
  /** Distance from the requested position to the road. */
  readonly snap_meters: number;
}
export interface Directions {
  readonly waypoints: readonly SnappedWaypoint[];
  /** Routes, the best one first; never empty. */
  readonly routes: readonly DrivingRoute[];
  /** RouteProvenance, where it differs from that of the router. */
  readonly by?: RouteProvenance;
}

/** Rows are sources, columns destinations; null where there is no route. */
export interface RoutingMatrix {
  readonly durations: readonly (readonly (number | null)[])[];
  readonly distances: readonly (readonly (number | null)[])[];
  /** RouteProvenance, where it differs from that of the router. */
  readonly by?: RouteProvenance;
}

/** Places, and the pairs of them whose routes are needed. */
export interface RoutingMatrixPairsRequest {
  readonly places: readonly Position[];
  /** Numbers of places, alternately from and to. */
  readonly pairs: readonly number[];
}

/** Routes between places. Rows are sources; null or not a number where there is no route, or none was requested. */
export interface RoutingMatrixBlock {
  readonly durations: readonly ArrayLike<number | null>[];
  readonly distances: readonly ArrayLike<number | null>[];
  readonly by?: RouteProvenance;
}

/**
 * Service that answers distances and durations. Throws GEOMETRY_INVALID for a place without road or way, and the
 * provider's faults.
 */
export interface RoadRouter {
  readonly name: RouterName;
  /** Whether it uses straight lines and a rule of thumb, and no roads. */
  readonly isEstimate: boolean;
  /** Attribution to show with answers; null when none is required. */
  readonly attribution: string | null;
  directions(request: DirectionsRequest): Promise<Directions>;
  matrix(sources: readonly Position[], destinations: readonly Position[]): Promise<RoutingMatrix>;
  /**
   * Matrices of selected routes; present where some routes are cheaper than a whole matrix, and many requests at once
   * cheaper than single ones.
   */
  matrices?(requests: readonly RoutingMatrixPairsRequest[]): Promise<readonly RoutingMatrixBlock[]>;
}

/**
 * Snapped waypoints of a server that answers their positions on the roads, but not their distance from the requested
 * positions.
 */
export const toSnappedWaypoints = (waypoints: readonly Position[], onRoads: readonly Position[]): SnappedWaypoint[] =>
  onRoads.map((location, index) => ({ location, snap_meters: metersBetween(location, waypoints[index] as Position) }));

/** Largest distance from a place to a road; farther away there is water or wilderness. */
export const SNAP_METERS_MAX = 2_000;

/** Decodes the polylines of OSRM and Valhalla: differences, five bits to a letter. `precision` is decimal places. */
export function decodePolyline(text: string, precision: number): Position[] | undefined {
  const positions: Position[] = [];
  let [lat, lon, at] = [0, 0, 0];
  const read = (): number | undefined => {
    let [value, shift] = [0, 0];
    for (;;) {
      const bits = text.charCodeAt(at++) - 63;
      if (!(bits >= 0 && bits < 64) || shift > 30) return undefined;
      value |= (bits & 31) << shift;
      if (bits < 32) return value & 1 ? ~(value >> 1) : value >> 1;
      shift += 5;
    }
  };
  while (at < text.length) {
    const [north, east] = [read(), read()];
    if (north === undefined || east === undefined) return undefined;
    lat += north;
    lon += east;
    positions.push([lon / 10 ** precision, lat / 10 ** precision]);
  }
  return positions;
}
