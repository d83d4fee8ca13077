import type { Json } from "./case-snapshot";

interface Position {
  readonly lat: number;
  readonly lon: number;
}
/** What decisions read of an address. */
export interface Place {
  readonly lat?: number | null;
  readonly lon?: number | null;
  readonly excluded_vehicle_type_ids?: readonly string[] | null;
}

export const placeOf = (address: Json) => address as Place | null;

const EARTH_RADIUS_METERS = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** As the crow flies; null where one of the two is not known. */
export function distanceInMeters(from: Position | null, to: Place | null): number | null {
  const { lat, lon } = to ?? {};
  if (from === null || typeof lat !== "number" || typeof lon !== "number") return null;
  const north = Math.sin(radians(lat - from.lat) / 2) ** 2;
  const east = Math.sin(radians(lon - from.lon) / 2) ** 2 * Math.cos(radians(lat)) * Math.cos(radians(from.lat));
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(north + east));
}
