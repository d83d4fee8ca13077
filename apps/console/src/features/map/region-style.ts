import { type Flavor, layers } from "@protomaps/basemaps";
import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { MAP_LIBRARY_FONT, MAP_LIBRARY_BOLD_FONT, mapLabelHaloPaint } from "./overlay/lettering.ts";
import type { ColorTokenReader } from "./map-tokens.ts";
import type { ImportedRegion } from "./region.ts";

const REGION_SOURCE = "region";
/** Zoom from which the region is shown; from afar the overview of the world says more. */
const REGION_ZOOM_MIN = 7;

export const importedRegionMapSource = ({ url }: ImportedRegion) => ({
  [REGION_SOURCE]: { type: "vector", url } as const,
});

/** Layers with names of the region, which users can switch off. */
export const regionLabelIds = [
  "region-water-label",
  "region-street-label",
  "region-road-label",
  "region-road-number",
  "region-landmark",
  "region-quarter",
  "region-place",
] as const;
type RegionLabelId = (typeof regionLabelIds)[number];

/**
 * Land, water and roads as the Protomaps basemap draws them, in our colours. This style works for the archive of our
 * import and any other with the same layers. The basemap's own letters and pictures come from servers, so names are
 * drawn by us.
 */
export const regionBaseLayers = (tokens: ColorTokenReader): LayerSpecification[] =>
  (layers(REGION_SOURCE, basemapFlavor(tokens)) as LayerSpecification[])
    .filter(({ type }) => type !== "background")
    .map((layer) => ({ ...layer, id: `region-${layer.id}`, minzoom: Math.max(REGION_ZOOM_MIN, layer.minzoom ?? 0) }));

/**
 * Map expression that holds where the overview names places: outside of the imported region, or before the region's
 * own map is zoomed in to.
 */
export const outsideRegionExpression = ({ coverage }: ImportedRegion): ExpressionSpecification => [
  "any",
  ["<", ["zoom"], REGION_ZOOM_MIN],
  ["!", ["within", coverage]],
];

const populationRank: ExpressionSpecification = ["coalesce", ["get", "population_rank"], 0];
const majorRoadKinds = ["highway", "major_road"];

export const regionLabelLayers = (tokens: ColorTokenReader, language: string): LayerSpecification[] => {
  const name: ExpressionSpecification = ["coalesce", ["get", `name:${language}`], ["get", "name"]];
  const along = { "symbol-placement": "line", "text-field": name, "text-font": MAP_LIBRARY_FONT } as const;
  const muted = { "text-color": tokens("tx-3"), ...mapLabelHaloPaint(tokens) };
  return [
    labelLayer("region-water-label", "water", {
      minzoom: 11,
      layout: { ...along, "text-size": 11, "text-letter-spacing": 0.06 },
      filter: ["in", ["get", "kind"], ["literal", ["river", "stream"]]],
      paint: { ...muted, "text-halo-color": tokens("sea") },
    }),
    labelLayer("region-street-label", "roads", {
      minzoom: 14,
      filter: ["==", ["get", "kind"], "minor_road"],
      layout: { ...along, "text-size": 11 },
      paint: { ...muted, "text-halo-color": tokens("map-road") },
    }),
    labelLayer("region-road-label", "roads", {
      minzoom: 12,
      filter: ["in", ["get", "kind"], ["literal", majorRoadKinds]],
      layout: { ...along, "text-size": 11.5 },
      paint: { "text-color": tokens("tx-2"), ...mapLabelHaloPaint(tokens), "text-halo-color": tokens("map-road") },
    }),
    labelLayer("region-road-number", "roads", {
      minzoom: 8,
      filter: ["all", ["in", ["get", "kind"], ["literal", majorRoadKinds]], ["has", "shield_text"]],
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 420,
        "text-rotation-alignment": "viewport",
        "text-field": ["get", "shield_text"],
        "text-font": MAP_LIBRARY_BOLD_FONT,
        "text-size": 10,
      },
      paint: { "text-color": tokens("tx-2"), ...mapLabelHaloPaint(tokens), "text-halo-color": tokens("map-highway") },
    }),
    labelLayer("region-landmark", "pois", {
      minzoom: 13,
      filter: ["in", ["get", "kind"], ["literal", namedPoiKinds]],
      layout: { "text-field": name, "text-font": MAP_LIBRARY_FONT, "text-size": 11, "text-max-width": 8 },
      paint: { "text-color": tokens("brand-tx"), ...mapLabelHaloPaint(tokens) },
    }),
    ...placeLabelLayers(name, tokens),
  ];
};

/** Kinds of points of interest that crews drive to: each gets a name, and no picture. */
const namedPoiKinds = ["hospital", "crematorium", "funeral_hall", "cemetery", "nursing_home", "station"];

const placeLabelLayers = (name: ExpressionSpecification, tokens: ColorTokenReader): LayerSpecification[] => [
  labelLayer("region-quarter", "places", {
    minzoom: 12,
    filter: ["in", ["get", "kind"], ["literal", ["macrohood", "neighbourhood"]]],
    layout: { "text-field": name, "text-font": MAP_LIBRARY_FONT, "text-size": 11, "text-letter-spacing": 0.04 },
    paint: { "text-color": tokens("tx-3"), ...mapLabelHaloPaint(tokens) },
  }),
  labelLayer("region-place", "places", {
    filter: ["==", ["get", "kind"], "locality"],
    layout: {
      "text-field": name,
      "text-font": [
        "case",
        [">=", populationRank, 4],
        ["literal", MAP_LIBRARY_BOLD_FONT],
        ["literal", MAP_LIBRARY_FONT],
      ],
      "text-size": [
        "interpolate",
        ["linear"],
        ["zoom"],
        REGION_ZOOM_MIN,
        ["case", [">=", populationRank, 8], 13, 11],
        14,
        ["case", [">=", populationRank, 8], 18, [">=", populationRank, 4], 15, 12.5],
      ],
      "symbol-sort-key": ["coalesce", ["get", "sort_key"], ["get", "min_zoom"], 0],
      "text-max-width": 8,
    },
    paint: { "text-color": tokens("tx-2"), ...mapLabelHaloPaint(tokens) },
  }),
];

type SymbolLayer = Extract<LayerSpecification, { type: "symbol" }>;
const labelLayer = (
  id: RegionLabelId,
  layer: string,
  rest: Pick<SymbolLayer, "minzoom" | "filter" | "layout" | "paint">,
) =>
  ({
    minzoom: REGION_ZOOM_MIN,
    ...rest,
    id,
    type: "symbol",
    source: REGION_SOURCE,
    "source-layer": layer,
  }) satisfies SymbolLayer;

/** All names of colours that the basemap knows, from the few that our maps have. */
function basemapFlavor(tokens: ColorTokenReader): Flavor {
  const colors = {
    land: tokens("land"),
    water: tokens("sea"),
    green: tokens("map-green"),
    wood: tokens("map-wood"),
    built: tokens("map-built"),
    road: tokens("map-road"),
    edge: tokens("map-road-edge"),
    highway: tokens("map-highway"),
  };
  return { ...groundColors(colors, tokens), ...roadColors(colors, tokens), ...unusedLabelColors };
}

type BasemapColors = Readonly<
  Record<"land" | "water" | "green" | "wood" | "built" | "road" | "edge" | "highway", string>
>;

const groundColors = ({ land, water, green, wood, built }: BasemapColors, tokens: ColorTokenReader) => ({
  background: water,
  earth: land,
  water,
  park_a: green,
  park_b: green,
  wood_a: wood,
  wood_b: wood,
  scrub_a: green,
  scrub_b: green,
  glacier: tokens("surface"),
  sand: built,
  beach: built,
  hospital: built,
  industrial: built,
  school: built,
  aerodrome: built,
  zoo: green,
  military: built,
  pedestrian: built,
  pier: built,
  buildings: tokens("map-building"),
});

const roadColors = ({ built, road, edge, highway }: BasemapColors, tokens: ColorTokenReader) => ({
  ...sameColor(edge, [
    "minor_service_casing",
    "minor_casing",
    "link_casing",
    "major_casing_late",
    "highway_casing_late",
  ]),
  ...sameColor(edge, ["major_casing_early", "highway_casing_early"]),
  ...sameColor(edge, ["tunnel_other_casing", "tunnel_minor_casing", "tunnel_link_casing", "tunnel_major_casing"]),
  ...sameColor(edge, ["tunnel_highway_casing", "bridges_other_casing", "bridges_minor_casing", "bridges_link_casing"]),
  ...sameColor(edge, ["bridges_major_casing", "bridges_highway_casing", "other", "bridges_other"]),
  ...sameColor(road, [
    "minor_service",
    "minor_a",
    "minor_b",
    "link",
    "major",
    "bridges_minor",
    "bridges_link",
    "bridges_major",
  ]),
  ...sameColor(highway, ["highway", "bridges_highway"]),
  ...sameColor(built, ["tunnel_other", "tunnel_minor", "tunnel_link", "tunnel_major", "tunnel_highway", "runway"]),
  railway: tokens("map-rail"),
  boundaries: tokens("tx-3"),
});

const sameColor = <Name extends string>(color: string, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, color])) as Record<Name, string>;

/** Colours of the basemap's own names, transparent because they are not drawn. */
const unusedLabelColors = sameColor("transparent", [
  "roads_label_minor",
  "roads_label_minor_halo",
  "roads_label_major",
  "roads_label_major_halo",
  "ocean_label",
  "subplace_label",
  "subplace_label_halo",
  "city_label",
  "city_label_halo",
  "state_label",
  "state_label_halo",
  "country_label",
  "address_label",
  "address_label_halo",
]);
