import { convexHullIndicesOf } from "../hull";
import type { LonLat } from "../lon-lat";
import type { RoadNetwork } from "./road-network";
import { COORDINATE_UNITS_PER_DEGREE } from "./road-pieces";

const METERS_PER_DEGREE = 111_195;

/**
 * Convex hull of all roads, counter-clockwise, without the first point again at the end: the land that a network knows.
 * Outside of it roads may exist that the network does not know.
 */
export const convexHullOfRoads = ({ pieces: { lons, lats } }: Pick<RoadNetwork, "pieces">): LonLat[] =>
  convexHullIndicesOf({ xs: lons, ys: lats }).map((point) => [
    valueAt(lons, point) / COORDINATE_UNITS_PER_DEGREE,
    valueAt(lats, point) / COORDINATE_UNITS_PER_DEGREE,
  ]);

const valueAt = (column: Int32Array, point: number) => column[point] as number;

/** Whether a place lies within an outline of `convexHullOfRoads`, or less than `margin_meters` outside of it. */
export function isWithinRoadHull(outline: readonly LonLat[], [lon, lat]: LonLat, margin_meters = 0): boolean {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let from = outline.at(-1);
  for (const to of outline) {
    const east = (to[0] - (from as LonLat)[0]) * shrink;
    const north = to[1] - (from as LonLat)[1];
    const cross = east * (lat - (from as LonLat)[1]) - north * ((lon - (from as LonLat)[0]) * shrink);
    // The place is to the left of every side; the cross product divided by the side's length is the distance from it.
    if (cross * METERS_PER_DEGREE < -margin_meters * Math.sqrt(east * east + north * north)) return false;
    from = to;
  }
  return from !== undefined;
}
