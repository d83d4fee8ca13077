import type { StoredAddress } from "@leitstand/contract/company/addresses";
import type { GeocodedAddress, GeocodedAddresses } from "@leitstand/contract/routing/geocoding";
import {
  type PlaceAddress,
  scoreAddress,
  type AddressSuggestion,
  splitIntoFoldedWords,
} from "./address-suggestions.ts";

/** Address book of a company: its stored addresses, and the names of their kinds. */
export interface AddressBook {
  readonly addresses: readonly StoredAddress[];
  readonly types: readonly { readonly id: string; readonly name: string }[];
}

/** Score that puts stored addresses ahead of all other suggestions. */
const STORED_ADDRESS_SCORE = 1_000;
/** Maximum number of stored addresses in a list, so that other suggestions have room. */
const STORED_ADDRESSES_MAX = 4;

/** Stored addresses that match the text; those meant for this end of a case come first. */
export function rankStoredAddresses(
  book: AddressBook,
  text: string,
  end: "source" | "target",
): readonly AddressSuggestion[] {
  const wanted = splitIntoFoldedWords(text);
  if (wanted.length === 0) return [];
  const usual = end === "source" ? "DEFAULT_SOURCE" : "DEFAULT_DESTINATION";
  return book.addresses
    .map((stored) => ({ stored, fit: scoreAddress(addressFromStored(stored), wanted) }))
    .filter(({ fit }) => fit > 0)
    .map(({ stored, fit }) => suggestStoredAddress(stored, book, fit * 10 + (stored.type === usual ? 5 : 0)))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, STORED_ADDRESSES_MAX);
}

/** Suggestions from the geocoder's answer; a stored address that was misspelt is recognised by its id. */
export function suggestGeocodedAddresses(
  { addresses, attribution }: GeocodedAddresses,
  book: AddressBook,
): readonly AddressSuggestion[] {
  return addresses.map((found, index) => {
    const stored = book.addresses.find(({ id }) => id === found.stored_address_id);
    if (stored) return suggestStoredAddress(stored, book, -index);
    const isStored = found.source === "stored";
    return {
      address: addressFromGeocoded(found),
      score: (isStored ? STORED_ADDRESS_SCORE : 0) - index,
      why: isStored ? "stored" : "found",
      ...(found.is_other_house && { isOtherHouse: true }),
      ...(attribution !== null && !isStored && { attribution }),
    };
  });
}

function suggestStoredAddress(stored: StoredAddress, { types }: AddressBook, score: number): AddressSuggestion {
  const kind = types.find(({ id }) => id === stored.stored_address_type_id)?.name;
  return {
    address: addressFromStored(stored),
    score: STORED_ADDRESS_SCORE + score,
    why: "stored",
    ...(kind !== undefined && { kind }),
  };
}

/** Fields that a stored address and an address of a case have under the same name. */
const sharedAddressFields = [
  "name",
  "street",
  "house_number",
  "addition",
  "floor",
  "city",
  "country",
  "lat",
  "lon",
  "contact_name",
  "phone_number",
  "notes",
  "excluded_vehicle_type_ids",
] as const satisfies readonly (keyof PlaceAddress & keyof StoredAddress)[];
/** Flags of a house; a flag that is not set is left out. */
const houseFlags = ["elevator", "public_place", "home", "elderly_home", "cold_storage"] as const;

function addressFromStored(stored: StoredAddress): PlaceAddress {
  const known = [
    ...sharedAddressFields.map((name) => [name, stored[name]] as const),
    ...houseFlags.flatMap((name) => (stored[name] ? [[name, true] as const] : [])),
    ["zip_code", stored.postal_code] as const,
  ];
  return Object.fromEntries(known);
}

/** Address from a geocoder's result; a town keeps no position, because its middle is no destination. */
function addressFromGeocoded({
  kind,
  name,
  street,
  house_number,
  zip_code,
  city,
  country,
  lat,
  lon,
}: GeocodedAddress): PlaceAddress {
  const isExact = kind === "HOUSE" || kind === "STREET";
  return { name, street, house_number, zip_code, city, country, ...(isExact && { lat, lon }) };
}
