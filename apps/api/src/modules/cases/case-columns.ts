import { truncateText } from "@leitstand/contract/core/cut-text";
import { caseAddressesByField } from "@leitstand/contract/cases/case-addresses";
import { isCaseDataComplete } from "./case-data";
import type { CaseAddressData } from "./case-addresses";
import { isPresentAndNotEmpty } from "./case-faults";
import type { SearchableCaseFields } from "./case-record";
import { normalizeSearchText, toNationalPhoneDigits } from "./case-text";

/** Columns stored beside the data so that a case can be found and sorted by index. */
export interface CaseIndexColumns {
  readonly display_name: string;
  readonly not_before: string | null;
  readonly due_at: string | null;
  readonly service_key: string | null;
  readonly source_zip: string | null;
  readonly target_zip: string | null;
  readonly source_city: string | null;
  readonly target_city: string | null;
  readonly source_lat: number | null;
  readonly source_lon: number | null;
  readonly data_complete: boolean;
  /** Normalized text; the natural id is put in front of it when it is stored. */
  readonly search_text: string;
}

export function caseIndexColumnsOf(data: SearchableCaseFields): CaseIndexColumns {
  const { source, target } = sourceAndTargetOf(data);
  const display_name = hasOwnDisplayName(data.display_name) ? data.display_name : defaultDisplayNameOf(data);
  return {
    display_name,
    not_before: data.not_before ?? source?.timeframe?.from ?? null,
    due_at: data.due_at ?? source?.timeframe?.to ?? null,
    service_key: data.rsa_data?.service?.key ?? null,
    source_zip: normalizedPostalCodeOf(source),
    target_zip: normalizedPostalCodeOf(target),
    source_city: trimmedTextOf(source?.city),
    target_city: trimmedTextOf(target?.city),
    source_lat: source?.lat ?? null,
    source_lon: source?.lon ?? null,
    data_complete: isCaseDataComplete(data),
    search_text: caseSearchTextOf(data, display_name),
  };
}

/**
 * Whether a case has a name of its own. A case without data is displayed by its number, which is no name when it is
 * sent back.
 */
const hasOwnDisplayName = (name: string | null | undefined): name is string =>
  isPresentAndNotEmpty(name) && !/^C-\d{4}-\d{6,}$/.test(name);

/** Places where the work begins and ends. */
export function sourceAndTargetOf({ funeral_data, rsa_data }: Pick<SearchableCaseFields, "funeral_data" | "rsa_data">) {
  const { source_address, target_address } = funeral_data ?? rsa_data ?? {};
  return { source: source_address ?? null, target: target_address ?? null };
}

function trimmedTextOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim();
  return isPresentAndNotEmpty(trimmed) ? trimmed : null;
}
/** Postal code without blanks, so that `SW1A 1AA` is found by `SW1A`. */
const normalizedPostalCodeOf = (address: CaseAddressData | null) =>
  trimmedTextOf(address?.zip_code)?.replaceAll(/\s/g, "") ?? null;

const DISPLAY_NAME_MAX = 255;
function defaultDisplayNameOf({ funeral_data, rsa_data }: SearchableCaseFields): string {
  const deceased = funeral_data?.cargo_deceased;
  const { vehicle, customer, service } = rsa_data ?? {};
  const names = [
    deceased ? `${deceased.last_name} ${deceased.first_name}` : undefined,
    funeral_data?.cargo_item?.description,
    vehicle?.license_plate,
    isPresentAndNotEmpty(vehicle?.brand) ? `${vehicle.brand} ${vehicle.model ?? ""}`.trim() : undefined,
    customer?.last_name,
    service?.name ?? service?.key,
  ];
  return truncateText(names.find(isPresentAndNotEmpty) ?? "", DISPLAY_NAME_MAX);
}

/**
 * Maximum number of characters that one case puts into the index; names, numbers and addresses of real cases take a
 * tenth of it.
 */
const SEARCH_TEXT_MAX = 4000;

/** Names, numbers and addresses of a case, without restricted data. */
function caseSearchTextOf(data: SearchableCaseFields, display_name: string): string {
  const { contact, funeral_data, rsa_data } = data;
  const deceased = funeral_data?.cargo_deceased;
  const { vehicle, customer, member, arc, insurance, trailer } = rsa_data ?? {};
  const addresses = caseAddressesByField(data).filter(([field]) => !field.endsWith("police_address"));
  const words = [
    display_name,
    data.external_id,
    deceased && `${deceased.first_name} ${deceased.last_name}`,
    funeral_data?.cargo_item?.description,
    contact && [contact.name, ...phoneNumberSpellings(contact.phone_number), contact.email],
    ...addresses.map(([, { name, street, house_number, zip_code, city, contact_name, phone_number }]) => [
      [name, street, house_number, zip_code, city, contact_name],
      phoneNumberSpellings(phone_number),
    ]),
    vehicle && [
      stripPhoneNumberPunctuation(vehicle.license_plate),
      vehicle.license_plate,
      vehicle.vin,
      vehicle.brand,
      vehicle.model,
    ],
    customer && [
      customer.first_name,
      customer.last_name,
      customer.company,
      ...phoneNumberSpellings(customer.phone_number),
      customer.email,
    ],
    member?.number,
    arc && [arc.partner, arc.reference],
    insurance && [insurance.company, insurance.policy_number, insurance.claim_number],
    stripPhoneNumberPunctuation(trailer?.license_plate),
    data.description,
  ];
  return truncateText(normalizeSearchText(words.flat(3).filter(isPresentAndNotEmpty).join(" ")), SEARCH_TEXT_MAX);
}

/** Spellings of a telephone number: with its country code, and as it is dialled within its country. */
const phoneNumberSpellings = (number: string | null | undefined) =>
  number ? [stripPhoneNumberPunctuation(number), toNationalPhoneDigits(number)] : [];

/** Number without blanks, dashes and brackets, with which people may type it. */
const stripPhoneNumberPunctuation = (number: string | null | undefined) => number?.replaceAll(/[\s()/.-]/g, "");
