import type { GeocodedAddress, GeocodedAddresses } from "@leitstand/contract/routing/geocoding";
import type { GeocoderName } from "@leitstand/contract/core/providers";
import { applyTypedHouseNumber } from "./typed-house-number.service";
import { listAddresses } from "#modules/addresses/index";
import { loadGeoProviderChoice } from "#modules/roads/index";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import type { ProviderClients } from "#platform/providers/providers";
import type { Geocoder } from "./geocoded";
import { selectGeocoder, type GeocoderLookup } from "./geocoders.service";
import { findStoredAddressesNear, searchStoredAddresses, storedAddressesIn } from "./stored-search";

export interface GeocodingServices {
  readonly providers: ProviderClients;
  readonly geocoders: GeocoderLookup;
}
interface GeocodingOptions {
  readonly size?: number;
  readonly language?: "de" | "en";
}
const DEFAULT_RESULT_COUNT = 10;

export async function geocodeAddressText(
  tx: Tx,
  parts: GeocodingServices,
  request: GeocodingOptions & { readonly location: string; readonly lat?: number; readonly lon?: number },
): Promise<GeocodedAddresses> {
  const { location: text, lat, lon, size = DEFAULT_RESULT_COUNT } = request;
  if ((lat === undefined) !== (lon === undefined)) throw problem("FIELD_COMBINATION_INVALID", { fields: "lat,lon" });
  const { geocoder, countries, language } = await selectGeocoderOfTenant(tx, parts);
  const near = lat === undefined || lon === undefined ? undefined : { lat, lon };
  const stored = searchStoredAddresses(await listAddresses(tx, {}), text, size);
  const found = await geocoder.forward({ text, countries, language: request.language ?? language, size, near });
  return geocodingAnswerOf(geocoder, markOtherHouses(text, stored), {
    found: found.map((address) => applyTypedHouseNumber(text, address)),
    size,
  });
}

export async function reverseGeocodePoint(
  tx: Tx,
  parts: GeocodingServices,
  request: GeocodingOptions & { readonly lat: number; readonly lon: number },
): Promise<GeocodedAddresses> {
  const { lat, lon, size = DEFAULT_RESULT_COUNT } = request;
  const { geocoder, language } = await selectGeocoderOfTenant(tx, parts);
  const stored = findStoredAddressesNear(await listAddresses(tx, {}), lon, lat);
  const around = await geocoder.reverse({ lat, lon, language: request.language ?? language, size });
  // At the door of a stored address the town is of no use.
  const found = stored.length === 0 ? around : around.filter(({ kind }) => kind === "HOUSE");
  return geocodingAnswerOf(geocoder, stored, { found, size });
}

export async function geocodeStructuredAddress(
  tx: Tx,
  parts: GeocodingServices,
  request: GeocodingOptions & {
    readonly street?: string;
    readonly city?: string;
    readonly postalcode?: string;
    readonly country?: string;
    readonly geocoder?: GeocoderName;
  },
): Promise<GeocodedAddresses> {
  const { street, city, postalcode, country, size = DEFAULT_RESULT_COUNT } = request;
  if (street === undefined && city === undefined && postalcode === undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "street,city,postalcode" });
  const { geocoder, countries, language } = await selectGeocoderOfTenant(tx, parts, request.geocoder);
  const text = [street, postalcode, city].filter(Boolean).join(" ");
  const stored = searchStoredAddresses(storedAddressesIn(country, await listAddresses(tx, {})), text, size);
  const parted = { street, city, postalcode, country, countries, language: request.language ?? language, size };
  const found = await geocoder.structured(parted);
  return geocodingAnswerOf(geocoder, markOtherHouses(street ?? "", stored), {
    found: found.map((address) => applyTypedHouseNumber(street ?? "", address)),
    size,
  });
}

async function selectGeocoderOfTenant(tx: Tx, { providers, geocoders }: GeocodingServices, asked?: GeocoderName) {
  const { geocoder: tenants, countries, language } = await loadGeoProviderChoice(tx);
  return { geocoder: selectGeocoder(geocoders, providers, { asked, tenants }), countries, language };
}

/** Marks stored addresses of another house than the text asks for; all else stays as the tenant has stored it. */
const markOtherHouses = (text: string, stored: readonly GeocodedAddress[]): GeocodedAddress[] =>
  stored.map((address) => ({ ...address, is_other_house: applyTypedHouseNumber(text, address).is_other_house }));

interface ProviderAddresses {
  readonly found: readonly GeocodedAddress[];
  readonly size: number;
}
/**
 * Answer of a search in which the same house is listed once, as the tenant has stored it. Stored addresses come first,
 * but behind the very house that the text asks for.
 */
function geocodingAnswerOf(
  { name, attribution }: Geocoder,
  stored: readonly GeocodedAddress[],
  { found, size }: ProviderAddresses,
): GeocodedAddresses {
  const keyOf = ({ street, house_number, zip_code, city }: GeocodedAddress) =>
    [street, house_number, zip_code, city].join("|").toLowerCase();
  const known = new Set(stored.filter(({ street }) => street !== null).map(keyOf));
  const others = found.filter((address) => !known.has(keyOf(address)));
  const isHouseFound = others.some(({ kind, is_other_house }) => kind === "HOUSE" && !is_other_house);
  const behind = isHouseFound ? stored.filter(({ is_other_house }) => is_other_house) : [];
  const first = stored.filter((address) => !behind.includes(address));
  return { geocoder: name, attribution, addresses: [...first, ...others, ...behind].slice(0, size) };
}
