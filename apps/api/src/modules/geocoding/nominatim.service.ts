/** Nominatim's HTTP API, format jsonv2: https://nominatim.org/release-docs/latest/api/Overview/ */
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { ProviderClient } from "#platform/providers/provider";
import { toBoundingBox, type Geocoder, completeGeocodedAddress, type PartialGeocodedAddress } from "./geocoded";

const NominatimText = Type.Optional(Type.String());
/** Coordinates, which are text; values beyond the earth are not a position. */
const DegreesText = Type.String({ pattern: "^-?[0-9]{1,3}(\\.[0-9]+)?$" });
const LatitudeText = Type.String({ pattern: "^-?([0-8]?[0-9](\\.[0-9]+)?|90(\\.0+)?)$" });
const LongitudeText = Type.String({ pattern: "^-?((1[0-7]|[0-9])?[0-9](\\.[0-9]+)?|180(\\.0+)?)$" });
const NominatimPlace = Type.Object({
  lat: LatitudeText,
  lon: LongitudeText,
  name: NominatimText,
  addresstype: NominatimText,
  importance: Type.Optional(Type.Number()),
  /** Box by south, north, west, east. */
  boundingbox: Type.Optional(Type.Array(DegreesText, { minItems: 4, maxItems: 4 })),
  address: Type.Optional(
    Type.Object({
      road: NominatimText,
      pedestrian: NominatimText,
      house_number: NominatimText,
      postcode: NominatimText,
      city: NominatimText,
      town: NominatimText,
      village: NominatimText,
      municipality: NominatimText,
      hamlet: NominatimText,
      country_code: NominatimText,
    }),
  ),
});
const NominatimPlaces = Type.Array(NominatimPlace);
const NominatimError = Type.Object({ error: Type.String() });

/** Nominatim's types of areas and settlements, largest first: all that is no street and no house. */
const placeAddressTypes: ReadonlySet<string> = new Set([
  "continent",
  "country",
  "region",
  "state",
  "province",
  "state_district",
  "county",
  "administrative",
  "island",
  "municipality",
  "city",
  "town",
  "village",
  "hamlet",
  "city_district",
  "district",
  "borough",
  "suburb",
  "quarter",
  "neighbourhood",
  "city_block",
  "allotments",
  "locality",
]);

export function createNominatimGeocoder(provider: ProviderClient): Geocoder {
  const search = async (query: Record<string, string | number | undefined>, language: string) => {
    const { body } = await provider.ask(
      { path: "/search", query: { format: "jsonv2", addressdetails: 1, ...query, "accept-language": language } },
      { 200: NominatimPlaces },
    );
    return body.map(toGeocodedAddress);
  };
  const codes = (countries: readonly string[]) =>
    countries.length === 0 ? undefined : countries.join(",").toLowerCase();
  return {
    name: "nominatim",
    attribution: OSM_ATTRIBUTION,
    forward: ({ text, countries, language, size }) =>
      search({ q: text, limit: Math.min(40, size), countrycodes: codes(countries) }, language),
    structured: ({ street, city, postalcode, country, countries, language, size }) =>
      search(
        {
          street,
          city,
          postalcode,
          limit: Math.min(40, size),
          countrycodes: codes(country === undefined ? countries : [country]),
        },
        language,
      ),
    reverse: async ({ lat, lon, language }) => {
      const { body } = await provider.ask(
        {
          path: "/reverse",
          query: { format: "jsonv2", addressdetails: 1, lat, lon, zoom: 18, "accept-language": language },
        },
        { 200: Type.Union([NominatimPlace, NominatimError]) },
      );
      return "error" in body ? [] : [toGeocodedAddress(body)];
    },
  };
}

type NominatimPlace = Static<typeof NominatimPlace>;

function toGeocodedAddress({
  name,
  addresstype = "",
  importance,
  boundingbox,
  address = {},
  ...place
}: NominatimPlace) {
  const { road, pedestrian, hamlet, village, house_number } = address;
  // Where houses are numbered by their village, it stands in place of the street.
  const street = road ?? pedestrian ?? (house_number === undefined ? undefined : (hamlet ?? village));
  const city = cityOfNominatimAddress(address);
  const found = {
    source: "nominatim",
    lat: Number(place.lat),
    lon: Number(place.lon),
    bounding_box: boundingBoxOfNominatim(boundingbox),
    confidence: importance === undefined ? null : Math.min(1, Math.max(0, importance)),
    zip_code: address.postcode,
    country: address.country_code,
  } as const;
  // The name of a street, a place or a postal code is no name of a house.
  if (addresstype === "postcode") return completeGeocodedAddress({ ...found, kind: "POSTAL_CODE", city });
  if (placeAddressTypes.has(addresstype))
    return completePlace({ ...found, kind: "PLACE", city: city ?? (name || undefined) }, name);
  return completeGeocodedAddress({ ...found, name: name === street ? null : name || null, street, house_number, city });
}

/** Place whose label has its own name in front, where it lies in a town: "Geidorf, 8010 Graz". */
function completePlace(found: PartialGeocodedAddress, name: string | undefined) {
  const place = completeGeocodedAddress(found);
  return name && name !== place.city ? { ...place, label: `${name}, ${place.label}` } : place;
}

const cityOfNominatimAddress = ({
  city,
  town,
  village,
  municipality,
  hamlet,
}: NonNullable<NominatimPlace["address"]>) => city ?? town ?? village ?? municipality ?? hamlet;

function boundingBoxOfNominatim(bounds: readonly string[] = []) {
  const [south = Number.NaN, north = Number.NaN, west = Number.NaN, east = Number.NaN] = bounds.map(Number);
  return toBoundingBox([west, south, east, north]);
}
