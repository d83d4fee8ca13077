import { isCountryCode } from "@leitstand/contract/core/country";
import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import type { GeocoderName } from "@leitstand/contract/core/providers";

/** Free text, and a position near which addresses are preferred. */
interface ForwardGeocodingRequest {
  readonly text: string;
  /** ISO 3166-1 alpha-2 in capitals; empty for all countries. */
  readonly countries: readonly string[];
  readonly language: "de" | "en";
  readonly size: number;
  /** Position: of two equal matches the nearer one comes first. */
  readonly near?: { readonly lon: number; readonly lat: number } | undefined;
}
interface ReverseGeocodingRequest {
  readonly lon: number;
  readonly lat: number;
  readonly language: "de" | "en";
  readonly size: number;
}
interface StructuredGeocodingRequest extends Omit<ForwardGeocodingRequest, "text" | "near"> {
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  readonly postalcode?: string | undefined;
  readonly country?: string | undefined;
}

/** Service that finds addresses, the best ones first. Throws the provider's faults. */
export interface Geocoder {
  readonly name: GeocoderName;
  readonly attribution: string | null;
  forward(request: ForwardGeocodingRequest): Promise<readonly GeocodedAddress[]>;
  reverse(request: ReverseGeocodingRequest): Promise<readonly GeocodedAddress[]>;
  structured(request: StructuredGeocodingRequest): Promise<readonly GeocodedAddress[]>;
}

export type PartialGeocodedAddress = Pick<GeocodedAddress, "lat" | "lon" | "source"> & Partial<GeocodedAddress>;

/** Address with null for what a source does not name; the label is put together from the other parts. */
export function completeGeocodedAddress(found: PartialGeocodedAddress): GeocodedAddress {
  const { name = null, street = null, house_number = null, zip_code = null, city = null, country = null } = found;
  const line = [street, house_number].filter(Boolean).join(" ");
  const town = [zip_code, city].filter(Boolean).join(" ");
  const label = [name, line, town].filter(Boolean).join(", ");
  return {
    kind: street === null ? (name === null ? "PLACE" : "HOUSE") : house_number === null ? "STREET" : "HOUSE",
    bounding_box: null,
    confidence: null,
    distance_meters: null,
    stored_address_id: null,
    is_other_house: false,
    ...found,
    name,
    street,
    house_number,
    zip_code,
    city,
    country: normalizeCountryCode(country),
    label: found.label ?? (label === "" ? `${found.lat}, ${found.lon}` : label),
  };
}

/** Country code in capitals; null for a code that a later request with it would be refused for. */
export const normalizeCountryCode = (country: string | null) =>
  country !== null && isCountryCode(country.toUpperCase()) ? country.toUpperCase() : null;

/** Box by west, south, east, north; null when that is no valid box. */
export function toBoundingBox(sides: readonly number[]): GeocodedAddress["bounding_box"] {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides;
  const isBox = west >= -180 && east <= 180 && south >= -90 && north <= 90 && south <= north;
  return isBox ? [west, south, east, north] : null;
}
