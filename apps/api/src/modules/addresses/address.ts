import type { OpeningHours, OpeningSpan } from "@leitstand/contract/company/addresses";
import type { Static } from "@leitstand/contract/core/schema";

type OpeningHoursSpan = Static<typeof OpeningSpan>;
interface AddressToCheck {
  readonly lat?: number | null;
  readonly lon?: number | null;
  readonly opening_hours?: OpeningHours | null;
}

/** Reason why a stored address is invalid, as an error code of the catalogue with its arguments. */
export type StoredAddressFault =
  | { readonly code: "FIELD_COMBINATION_INVALID"; readonly args: { readonly fields: string } }
  | { readonly code: "RANGE_INVALID"; readonly args: OpeningHoursSpan };

export function findStoredAddressFault({ lat, lon, opening_hours }: AddressToCheck): StoredAddressFault | undefined {
  if (isPresent(lat) !== isPresent(lon)) return { code: "FIELD_COMBINATION_INVALID", args: { fields: "lat,lon" } };
  for (const [day, spans] of Object.entries(opening_hours ?? {})) {
    const fault = findOpeningHoursFault(day, spans ?? []);
    if (fault) return fault;
  }
  return undefined;
}

/** Finds a fault in the opening hours of a day, which must be in order: "HH:MM" sorts as text. */
function findOpeningHoursFault(day: string, spans: readonly OpeningHoursSpan[]): StoredAddressFault | undefined {
  const reversed = spans.find(({ from, to }) => from >= to);
  if (reversed) return { code: "RANGE_INVALID", args: { from: reversed.from, to: reversed.to } };
  const sorted = spans.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const overlaps = sorted.some(({ from }, index) => index > 0 && from < (sorted[index - 1] as OpeningHoursSpan).to);
  return overlaps ? { code: "FIELD_COMBINATION_INVALID", args: { fields: `opening_hours.${day}` } } : undefined;
}

const isPresent = (value: number | null | undefined) => value !== null && value !== undefined;
