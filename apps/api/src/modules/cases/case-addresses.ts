import type { CaseAddress } from "@leitstand/contract/company/address";
import type { Static } from "@leitstand/contract/core/schema";
import { type DataFault, isGiven, isOutside, outOfRange, reversed, type Span } from "./case-faults";

export type Address = Static<typeof CaseAddress>;
export function findAddressFault(
  field: string,
  { lat, lon, timeframe }: Address,
  planned: Span,
): DataFault | undefined {
  if (isGiven(lat) !== isGiven(lon))
    return { code: "FIELD_COMBINATION_INVALID", args: { fields: `${field}.lat,${field}.lon` } };
  const { from, to } = timeframe ?? {};
  for (const [name, time] of Object.entries({ from, to })) {
    if (time && isOutside(time, planned)) return outOfRange(`${field}.timeframe.${name}`, planned);
  }
  return from && to && Date.parse(from) > Date.parse(to) ? reversed(from, to) : undefined;
}
