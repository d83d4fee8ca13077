import type { CaseAddress } from "../company/address";
import type { Static } from "../core/schema";
import type { FuneralData } from "./funeral-data";
import type { RsaData } from "./rsa-data";

type Address = Static<typeof CaseAddress>;
interface CaseAddressData {
  readonly funeral_data?: FuneralData | null | undefined;
  readonly rsa_data?: RsaData | null | undefined;
}

/** Every address of a case that is given, by the name of its field. */
export function caseAddressesByField({ funeral_data, rsa_data }: CaseAddressData): [field: string, address: Address][] {
  const given: [string, Address | null | undefined][] = [
    ["funeral_data.source_address", funeral_data?.source_address],
    ["funeral_data.target_address", funeral_data?.target_address],
    ["funeral_data.police_address", funeral_data?.police_address],
    ["rsa_data.source_address", rsa_data?.source_address],
    ["rsa_data.target_address", rsa_data?.target_address],
    ["rsa_data.customer.address", rsa_data?.customer?.address],
  ];
  return given.filter((entry): entry is [string, Address] => (entry[1] ?? null) !== null);
}
