/** Maps and lists of postal codes that the operator of an installation has imported; all tenants are answered by them. */
import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Enum, Nullable, ClosedObject } from "../core/schema";

export const OSM_ATTRIBUTION = "© OpenStreetMap contributors";
export const GEONAMES_ATTRIBUTION = "© GeoNames, CC BY 4.0";

const NonNegativeCount = Type.Integer({ minimum: 0 });
const mapCountsExample = {
  road_pieces: 12_645,
  addresses: 12_390,
  streets: 1_204,
  places: 68,
  points_of_interest: 413,
};
const attributionField = Type.String({ description: "To be shown wherever the data is." });
const licenceField = Type.String({ description: "Under which the data may be used." });

export const MapCounts = ClosedObject(
  {
    road_pieces: { ...NonNegativeCount, description: "Pieces of road between two places where one can turn." },
    addresses: { ...NonNegativeCount, description: "Houses with a number." },
    streets: NonNegativeCount,
    places: { ...NonNegativeCount, description: "Towns, villages and their parts." },
    points_of_interest: {
      ...NonNegativeCount,
      description: "Houses that people call by a name: hospitals, cemeteries, hotels.",
    },
  },
  { $id: "MapCounts", examples: [mapCountsExample] },
);

/**
 * Kinds of omissions as `packages/geo` reports them, which knows nothing of the contract; a test of the API keeps both
 * equal.
 */
export const reportedMapOmissionKinds = [
  "TURN_RESTRICTION_NOT_UNDERSTOOD",
  "TURN_RESTRICTION_MEMBERS_MISSING",
  "TURN_RESTRICTION_UNCLEAR",
  "NODES_MISSING",
  "NODE_DOUBLED",
  "WAY_DOUBLED",
  "BARRIER",
  "STRETCH_TOO_LONG",
  "ROAD_UNCONNECTED",
  "ADDRESS_WITHOUT_STREET",
  "INTERPOLATION_NOT_UNDERSTOOD",
] as const;
export const MapOmission = ClosedObject(
  {
    kind: Enum(reportedMapOmissionKinds, {
      description:
        "What was left out, and why. `TURN_RESTRICTION_NOT_UNDERSTOOD`: incomplete, by time, or of another kind that is " +
        "not read. `TURN_RESTRICTION_MEMBERS_MISSING`: it names what is not among the roads of the map. " +
        "`TURN_RESTRICTION_UNCLEAR`: its members are not one turn that can be driven. `NODES_MISSING`: stretches of ways " +
        "whose nodes are not in the file. `NODE_DOUBLED`, `WAY_DOUBLED`: all but the last of those with the same id. " +
        "`BARRIER`: a passage that is closed to cars. `STRETCH_TOO_LONG`: more than 500 km between two junctions. " +
        "`ROAD_UNCONNECTED`: no way leads from the main road network there and back. `ADDRESS_WITHOUT_STREET`: a house " +
        "number without the name of a street or place. `INTERPOLATION_NOT_UNDERSTOOD`: house numbers along a way whose " +
        "scheme or ends cannot be read.",
    }),
    count: { ...NonNegativeCount, description: "How many elements of OpenStreetMap are concerned." },
    examples: Type.Array(Type.String({ pattern: "^(node|way|relation) [0-9]+$" }), {
      maxItems: 3,
      description: "Some of them, by type and id.",
    }),
  },
  {
    $id: "MapOmission",
    examples: [{ kind: "BARRIER", count: 214, examples: ["node 262159", "node 281474", "node 300512"] }],
  },
);
export type MapOmission = Static<typeof MapOmission>;

const mapFields = {
  file_name: Type.String(),
  imported_at: DateTime,
  bounding_box: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: "Of all its roads: west, south, east, north, in degrees.",
  }),
  counts: MapCounts,
  omissions: Type.Array(MapOmission, {
    description:
      "What of the file was left out, kind by kind. Empty also for maps that were imported by releases before.",
  }),
} as const;
const ImportedMapFacts = ClosedObject(mapFields);
/** Facts of a map besides its attribution. */
export type ImportedMapFacts = Static<typeof ImportedMapFacts>;
export const ImportedMap = ClosedObject(
  { ...mapFields, attribution: attributionField, licence: licenceField },
  {
    $id: "ImportedMap",
    examples: [
      {
        file_name: "liechtenstein.osm.pbf",
        imported_at: "2026-03-02T06:14:30+00:00",
        bounding_box: [9.4716, 47.0484, 9.6357, 47.2706],
        counts: mapCountsExample,
        omissions: (MapOmission as { examples?: object[] }).examples,
        attribution: OSM_ATTRIBUTION,
        licence: "ODbL 1.0",
      },
    ],
  },
);

const postalCodesFields = {
  file_name: Type.String(),
  imported_at: DateTime,
  countries: Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), { description: "ISO 3166-1 alpha-2." }),
  count: { ...NonNegativeCount, description: "How many postal codes." },
} as const;
const ImportedPostalCodesFacts = ClosedObject(postalCodesFields);
/** Facts of postal codes besides their attribution. */
export type ImportedPostalCodesFacts = Static<typeof ImportedPostalCodesFacts>;
export const ImportedPostalCodes = ClosedObject(
  { ...postalCodesFields, attribution: attributionField, licence: licenceField },
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

export const ImportedGeoData = ClosedObject(
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
      "made of them is shown. The operator of the installation imports them; all tenants share them. Open to every " +
      "caller with a token.",
    grant: null,
    answer: ImportedGeoData,
  },
});
