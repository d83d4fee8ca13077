import { EARTH_RADIUS_METERS, type LonLat } from "@leitstand/geo/lon-lat";
import type { BoundingBox } from "./entry";

const RADIANS_PER_DEGREE = Math.PI / 180;

/** Latitude beyond which the Mercator projection stretches without end. */
const LATITUDE_MAX = 85;

/**
 * Mercator coordinates in metres at the equator: near one point all directions have the same scale, so that the nearest
 * point there is the nearest.
 */
export function mercatorMetersOf([lon, lat]: LonLat): [x: number, y: number] {
  const bounded = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat));
  const y = Math.log(Math.tan(Math.PI / 4 + (bounded * RADIANS_PER_DEGREE) / 2));
  return [lon * RADIANS_PER_DEGREE * EARTH_RADIUS_METERS, y * EARTH_RADIUS_METERS];
}

/** Mercator metres per metre on the ground at this latitude. */
export const mercatorScaleAt = (lat: number): number =>
  1 / Math.cos(Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat)) * RADIANS_PER_DEGREE);

/** Box that reaches this many metres from the point in each direction. */
export function boundingBoxAround([lon, lat]: LonLat, meters: number): BoundingBox {
  const north = meters / EARTH_RADIUS_METERS / RADIANS_PER_DEGREE;
  const east = north * mercatorScaleAt(lat);
  return [lon - east, lat - north, lon + east, lat + north];
}
