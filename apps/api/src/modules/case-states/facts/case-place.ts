import { metersBetween } from "@leitstand/geo/lon-lat";
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

/** As the crow flies; null where one of the two is not known. */
export function distanceInMeters(from: Position | null, to: Place | null): number | null {
  const { lat, lon } = to ?? {};
  if (from === null || typeof lat !== "number" || typeof lon !== "number") return null;
  return metersBetween([from.lon, from.lat], [lon, lat]);
}
