import type { CaseAddress } from "@leitstand/contract/company/address";
import type { Static } from "@leitstand/contract/core/schema";
import {
  type CaseDataFault,
  isPresentAndNotEmpty,
  isOutsideTimeSpan,
  timeOutOfRangeFault,
  reversedTimeRangeFault,
  type AllowedTimeSpan,
} from "./case-faults";

export type CaseAddressData = Static<typeof CaseAddress>;
export function findCaseAddressFault(
  field: string,
  { lat, lon, timeframe }: CaseAddressData,
  planned: AllowedTimeSpan,
): CaseDataFault | undefined {
  if (isPresentAndNotEmpty(lat) !== isPresentAndNotEmpty(lon))
    return { code: "FIELD_COMBINATION_INVALID", args: { fields: `${field}.lat,${field}.lon` } };
  const { from, to } = timeframe ?? {};
  for (const [name, time] of Object.entries({ from, to })) {
    if (time && isOutsideTimeSpan(time, planned)) return timeOutOfRangeFault(`${field}.timeframe.${name}`, planned);
  }
  return from && to && Date.parse(from) > Date.parse(to) ? reversedTimeRangeFault(from, to) : undefined;
}
