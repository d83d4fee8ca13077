/** Longitude and latitude in degrees of WGS 84, in this order, as in GeoJSON. */
export type LonLat = readonly [lon: number, lat: number];

/** Mean radius of the Earth (IUGG), metres. */
export const EARTH_RADIUS_METERS = 6_371_008.8;
const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Straight-line distance over the ground in metres; by the haversine formula, which keeps its digits over short ways.
 */
export function metersBetween([lon, lat]: LonLat, [otherLon, otherLat]: LonLat): number {
  const north = Math.sin(((otherLat - lat) * RADIANS_PER_DEGREE) / 2);
  const east = Math.sin(((otherLon - lon) * RADIANS_PER_DEGREE) / 2);
  const square =
    north * north + Math.cos(lat * RADIANS_PER_DEGREE) * Math.cos(otherLat * RADIANS_PER_DEGREE) * east * east;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Bearing clockwise from north, in degrees from 0 to below 360; in the plane, which is exact enough along one road. */
export function bearingBetween([lon, lat]: LonLat, [otherLon, otherLat]: LonLat): number {
  const east = (otherLon - lon) * Math.cos(((lat + otherLat) / 2) * RADIANS_PER_DEGREE);
  const degrees = Math.atan2(east, otherLat - lat) / RADIANS_PER_DEGREE;
  return (degrees + 360) % 360;
}
