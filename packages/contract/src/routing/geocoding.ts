/** Geocoding finds the place that is meant by a text, and the address of a place. Positions are WGS 84. */
import { type Static, Type } from "typebox";
import { OSM_ATTRIBUTION } from "./geo-data";
import { Country } from "../core/country";
import { defineOperations } from "../operation/operation";
import { geocoderNames, upstreamErrorCodes } from "../core/providers";
import { Enum, Latitude, SingleLineText, Longitude, Nullable, ClosedObject, Uuid } from "../core/schema";

const NullableText = Nullable(Type.String());

export const GeocodedAddress = ClosedObject(
  {
    label: Type.String({ description: "The whole address in one line." }),
    kind: Enum(["HOUSE", "STREET", "PLACE", "POSTAL_CODE"], {
      description:
        "How exact the position is: the house, some point of the street, of the place, or of the postal code.",
    }),
    name: { ...NullableText, description: "Of the house: a hospital, a cemetery." },
    street: NullableText,
    house_number: NullableText,
    zip_code: NullableText,
    city: NullableText,
    country: Nullable(Country),
    lat: Latitude,
    lon: Longitude,
    bounding_box: Nullable(
      Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description: "West, south, east, north." }),
    ),
    confidence: Nullable(
      Type.Number({ minimum: 0, maximum: 1, description: "How sure it is that this is meant; null: not told." }),
    ),
    is_other_house: Type.Boolean({
      description:
        "The house is another one than the text asks for, which is not known: the nearest number of the street. Ask people before a crew is sent there.",
    }),
    distance_meters: Nullable(Type.Number({ minimum: 0, description: "From the position asked for; reverse only." })),
    source: Enum(["stored", ...geocoderNames]),
    stored_address_id: Nullable(Uuid),
  },
  {
    $id: "GeocodedAddress",
    examples: [
      {
        label: "Herrengasse 3, 8010 Graz",
        kind: "HOUSE",
        name: null,
        street: "Herrengasse",
        house_number: "3",
        zip_code: "8010",
        city: "Graz",
        country: "AT",
        lat: 47.0694,
        lon: 15.4403,
        bounding_box: null,
        confidence: 0.98,
        is_other_house: false,
        distance_meters: null,
        source: "embedded",
        stored_address_id: null,
      },
    ],
  },
);
export type GeocodedAddress = Static<typeof GeocodedAddress>;

export const GeocodedAddresses = ClosedObject(
  {
    geocoder: Enum(geocoderNames, { description: "Who was asked besides the tenant's stored addresses." }),
    attribution: Nullable(Type.String({ description: "To be shown wherever the addresses are." })),
    addresses: Type.Array(GeocodedAddress, { description: "The best one first." }),
  },
  {
    $id: "GeocodedAddresses",
    examples: [
      {
        geocoder: "embedded",
        attribution: OSM_ATTRIBUTION,
        addresses: [(GeocodedAddress as { examples?: object[] }).examples?.[0]],
      },
    ],
  },
);
export type GeocodedAddresses = Static<typeof GeocodedAddresses>;

const answerCountQuery = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "How many addresses at most." }),
);
const languageQuery = Type.Optional(
  Enum(["de", "en"], { description: "Of names that have several; the tenant's language unless said." }),
);
const geocodingOperationDefaults = {
  grant: "searchAddresses",
  answer: GeocodedAddresses,
  limit: "routing",
  errors: upstreamErrorCodes,
} as const;
const storedAddressesFirstRule =
  "The tenant's stored addresses that fit come first, then what the geocoder of the tenant or the installation finds: " +
  "the built-in one, or a server that the operator has named. A server that fails is a failure of the call (502, or 504 " +
  "when it takes too long). `attribution` has to be shown with the addresses.";

export const geocodingOperations = defineOperations("geocoding", {
  searchAddressForward: {
    on: "POST /geocoding/addresses/forward_search",
    summary: "Find addresses by text",
    description: `Takes an address as people write or misspell it, in any order of its parts. ${storedAddressesFirstRule}`,
    query: ClosedObject({
      location: SingleLineText(300, {
        description: "The address that is looked for.",
        examples: ["Herrengasse 3, Graz"],
      }),
      lat: Type.Optional(Latitude),
      lon: Type.Optional(Longitude),
      size: answerCountQuery,
      language: languageQuery,
    }),
    safe: true,
    ...geocodingOperationDefaults,
    errors: [...geocodingOperationDefaults.errors, "FIELD_COMBINATION_INVALID"],
  },
  searchAddressReverse: {
    on: "GET /geocoding/addresses/reverse_search",
    summary: "Find the address of a position",
    description:
      "The houses next to a position, the nearest one first; where there is no house, the street or the place. Stored " +
      "addresses within 50 m come before all others.",
    query: ClosedObject({ lat: Latitude, lon: Longitude, size: answerCountQuery, language: languageQuery }),
    ...geocodingOperationDefaults,
  },
  searchAddressStructured: {
    on: "GET /geocoding/addresses/search/structured",
    summary: "Find addresses by their parts",
    description:
      `At least one of \`street\`, \`city\` and \`postalcode\` is given, else \`FIELD_COMBINATION_INVALID\`. ${storedAddressesFirstRule} ` +
      "`geocoder` chooses among those that the operator has named; another one is `REQUEST_PARAMETER_INVALID`.",
    query: ClosedObject({
      street: Type.Optional(SingleLineText(255, { description: "With the house number." })),
      city: Type.Optional(SingleLineText(255)),
      postalcode: Type.Optional(SingleLineText(16)),
      country: Type.Optional(Country),
      geocoder: Type.Optional(Enum(geocoderNames)),
      size: answerCountQuery,
      language: languageQuery,
    }),
    ...geocodingOperationDefaults,
    errors: [...geocodingOperationDefaults.errors, "FIELD_COMBINATION_INVALID"],
  },
});
