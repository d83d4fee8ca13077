const METERS_PER_DEGREE = 111_195;

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Distance in metres on a plane: over some kilometres the earth is flat enough. */
export function metersBetween(a: GeoPoint, b: GeoPoint): number {
  const east = (b.lon - a.lon) * Math.cos(((a.lat + b.lat) / 2) * (Math.PI / 180));
  return Math.hypot(b.lat - a.lat, east) * METERS_PER_DEGREE;
}
