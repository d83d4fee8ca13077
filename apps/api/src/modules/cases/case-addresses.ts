import type { CaseAddress } from "@leitstand/contract/company/address";
import type { FuneralData } from "@leitstand/contract/cases/funeral-data";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import type { Static } from "@leitstand/contract/core/schema";
import { type DataFault, isGiven, isOutside, outOfRange, reversed, type Span } from "./case-faults";

export type Address = Static<typeof CaseAddress>;
interface Data {
  readonly funeral_data?: FuneralData | null | undefined;
  readonly rsa_data?: RsaData | null | undefined;
}

/** Every address of a case by the name of its field; those that are not known are left out. */
export function listAddresses({ funeral_data, rsa_data }: Data): [field: string, address: Address][] {
  const given: [string, Address | null | undefined][] = [
    ["funeral_data.source_address", funeral_data?.source_address],
    ["funeral_data.target_address", funeral_data?.target_address],
    ["funeral_data.police_address", funeral_data?.police_address],
    ["rsa_data.source_address", rsa_data?.source_address],
    ["rsa_data.target_address", rsa_data?.target_address],
    ["rsa_data.customer.address", rsa_data?.customer?.address],
  ];
  return given.filter((entry): entry is [string, Address] => isGiven(entry[1]));
}

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
