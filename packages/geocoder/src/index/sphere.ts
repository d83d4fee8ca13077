import type { BoundingBox, LonLat } from "./entry";

const EARTH_RADIUS_METERS = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Great-circle distance in metres. */
export function metersBetween([lon1, lat1]: LonLat, [lon2, lat2]: LonLat): number {
  const [north, east] = [(lat2 - lat1) * RADIANS, (lon2 - lon1) * RADIANS];
  const haversine =
    Math.sin(north / 2) ** 2 + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Beyond this the Mercator projection stretches without end. */
const LATITUDE_MAX = 85;

/** Mercator metres at the equator: near one point all directions have the same scale, so the nearest there is the nearest. */
export function mercatorOf([lon, lat]: LonLat): [x: number, y: number] {
  const bounded = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat));
  const y = Math.log(Math.tan(Math.PI / 4 + (bounded * RADIANS) / 2));
  return [lon * RADIANS * EARTH_RADIUS_METERS, y * EARTH_RADIUS_METERS];
}

/** How many Mercator metres a metre on the ground is at this latitude. */
export const mercatorScaleAt = (lat: number): number =>
  1 / Math.cos(Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat)) * RADIANS);

/** A box that reaches so many metres from the point in each direction. */
export function boxAround([lon, lat]: LonLat, meters: number): BoundingBox {
  const north = meters / EARTH_RADIUS_METERS / RADIANS;
  const east = north * mercatorScaleAt(lat);
  return [lon - east, lat - north, lon + east, lat + north];
}
