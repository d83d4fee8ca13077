import type { CaseAddress } from "@leitstand/contract/company/address";
import type { Static } from "@leitstand/contract/core/schema";
import { metersBetween } from "@leitstand/geo/lon-lat";

interface LatLon {
  readonly lat: number;
  readonly lon: number;
}
/** Place where a case begins or ends, as its data has it. */
export type CasePlace = Static<typeof CaseAddress>;

/** Distance as the crow flies; null where one of the two places is not known. */
export function distanceInMeters(from: LatLon | null, to: CasePlace | null): number | null {
  const { lat, lon } = to ?? {};
  if (from === null || typeof lat !== "number" || typeof lon !== "number") return null;
  return metersBetween([from.lon, from.lat], [lon, lat]);
}
