import type { RouterName } from "@leitstand/contract/core/providers";
import { metersBetween } from "@leitstand/geo/lon-lat";

/** Longitude first, in degrees of WGS 84. */
export type Position = readonly [lon: number, lat: number];

/** Who has answered, as answers of the product say it. */
export interface Provenance {
  readonly source: RouterName;
  /** At least a part of it comes from straight lines. */
  readonly estimated: boolean;
  /** Whom to name wherever the answer is shown; null: nobody. */
  readonly attribution: string | null;
}

export interface DirectionsRequest {
  /** Two or more, in the order in which they are driven to. */
  readonly waypoints: readonly Position[];
  readonly language: "de" | "en";
  /** Other ways, where the router knows some; only between two waypoints. */
  readonly wantsAlternatives: boolean;
}

interface Step {
  readonly instruction: string;
  /** Of the street; null where it has none. */
  readonly name: string | null;
  /** Where it begins. */
  readonly location: Position;
  readonly distance_meters: number;
  readonly duration_seconds: number;
}
export interface Leg {
  readonly distance_meters: number;
  readonly duration_seconds: number;
  readonly steps: readonly Step[];
}
export interface Route {
  readonly distance_meters: number;
  readonly duration_seconds: number;
  readonly geometry: readonly Position[];
  readonly legs: readonly Leg[];
}
/** A waypoint as the roads know it. */
interface Snapped {
  readonly location: Position;
  /** From where it was asked for to the road. */
  readonly snap_meters: number;
}
export interface Directions {
  readonly waypoints: readonly Snapped[];
  /** The best one first; never empty. */
  readonly routes: readonly Route[];
  /** Where it is not just who was asked. */
  readonly by?: Provenance;
}

/** Rows are sources, columns destinations; null: no way leads there. */
export interface Matrix {
  readonly durations: readonly (readonly (number | null)[])[];
  readonly distances: readonly (readonly (number | null)[])[];
  /** Where it is not just who was asked. */
  readonly by?: Provenance;
}

/** Places, and which of the ways between them somebody needs. */
export interface MatrixRequest {
  readonly places: readonly Position[];
  /** Numbers of places, from and to by turns. */
  readonly pairs: readonly number[];
}

/** Ways between places. Rows are sources; null or not a number: no way leads there, or nobody asked for it. */
export interface MatrixBlock {
  readonly durations: readonly ArrayLike<number | null>[];
  readonly distances: readonly ArrayLike<number | null>[];
  readonly by?: Provenance;
}

/** Whoever answers how far and how long. Throws GEOMETRY_INVALID for a place without road or way, and the provider's faults. */
export interface Router {
  readonly name: RouterName;
  /** Straight lines and a rule of thumb, no roads. */
  readonly isEstimate: boolean;
  /** Whom to name wherever the answer is shown; null: nobody. */
  readonly attribution: string | null;
  directions(request: DirectionsRequest): Promise<Directions>;
  matrix(sources: readonly Position[], destinations: readonly Position[]): Promise<Matrix>;
  /** Where some ways are cheaper than a whole matrix, and many such questions at once than one by one. */
  matrices?(requests: readonly MatrixRequest[]): Promise<readonly MatrixBlock[]>;
}

/** For servers that tell where the roads have the waypoints, but not how far that is from where they were asked for. */
export const snappedFrom = (waypoints: readonly Position[], onRoads: readonly Position[]): Snapped[] =>
  onRoads.map((location, index) => ({ location, snap_meters: metersBetween(location, waypoints[index] as Position) }));

/** Farther away from a road than this is water, or wilderness. */
export const SNAP_METERS_MAX = 2_000;

/** The encoded polylines of OSRM and Valhalla: differences, five bits to a letter. `precision` is decimal places. */
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
