import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Nullable, Shape } from "../core/schema";

/** Maps and lists of postal codes that the operator of an installation has imported; all tenants are answered by them. */
export const OSM_ATTRIBUTION = "© OpenStreetMap contributors";
export const GEONAMES_ATTRIBUTION = "© GeoNames, CC BY 4.0";

const Count = Type.Integer({ minimum: 0 });
const counts = { road_pieces: 12_645, addresses: 12_390, streets: 1_204, places: 68, points_of_interest: 413 };
const attribution = Type.String({ description: "To be shown wherever the data is." });
const licence = Type.String({ description: "Under which the data may be used." });

export const MapCounts = Shape(
  {
    road_pieces: { ...Count, description: "Pieces of road between two places where one can turn." },
    addresses: { ...Count, description: "Houses with a number." },
    streets: Count,
    places: { ...Count, description: "Towns, villages and their parts." },
    points_of_interest: { ...Count, description: "Houses that people call by a name: hospitals, cemeteries, hotels." },
  },
  { $id: "MapCounts", examples: [counts] },
);

const map = {
  file_name: Type.String(),
  imported_at: DateTime,
  bounding_box: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: "Of all its roads: west, south, east, north, in degrees.",
  }),
  counts: MapCounts,
} as const;
const MapFacts = Shape(map);
/** What is known of a map besides whom to name for it. */
export type MapFacts = Static<typeof MapFacts>;
export const ImportedMap = Shape(
  { ...map, attribution, licence },
  {
    $id: "ImportedMap",
    examples: [
      {
        file_name: "liechtenstein.osm.pbf",
        imported_at: "2026-03-02T06:14:30+00:00",
        bounding_box: [9.4716, 47.0484, 9.6357, 47.2706],
        counts,
        attribution: OSM_ATTRIBUTION,
        licence: "ODbL 1.0",
      },
    ],
  },
);

const postalCodes = {
  file_name: Type.String(),
  imported_at: DateTime,
  countries: Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), { description: "ISO 3166-1 alpha-2." }),
  count: { ...Count, description: "How many postal codes." },
} as const;
const PostalCodesFacts = Shape(postalCodes);
/** What is known of postal codes besides whom to name for them. */
export type PostalCodesFacts = Static<typeof PostalCodesFacts>;
export const ImportedPostalCodes = Shape(
  { ...postalCodes, attribution, licence },
  {
    $id: "ImportedPostalCodes",
    examples: [
      {
        file_name: "AT.txt",
        imported_at: "2026-03-02T06:20:02+00:00",
        countries: ["AT"],
        count: 2_213,
        attribution: GEONAMES_ATTRIBUTION,
        licence: "CC BY 4.0",
      },
    ],
  },
);

export const ImportedGeoData = Shape(
  {
    map: { ...Nullable(ImportedMap), description: "Null: none was imported." },
    postal_codes: { ...Nullable(ImportedPostalCodes), description: "Null: none were imported." },
  },
  {
    $id: "ImportedGeoData",
    examples: [
      {
        map: (ImportedMap as { examples?: object[] }).examples?.[0],
        postal_codes: (ImportedPostalCodes as { examples?: object[] }).examples?.[0],
      },
    ],
  },
);
export type ImportedGeoData = Static<typeof ImportedGeoData>;

export const geoDataOperations = defineOperations("routing", {
  getImportedGeoData: {
    on: "GET /routing/imported_data",
    summary: "Get what was imported of maps",
    description:
      "Which map and which postal codes the built-in router and geocoder answer by, and whom to name wherever anything " +
      "made of them is shown. The operator of the installation imports them; all tenants share them. Open to everybody " +
      "who is signed in.",
    grant: null,
    answer: ImportedGeoData,
  },
});
