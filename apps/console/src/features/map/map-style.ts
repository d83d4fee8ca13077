import type { FeatureCollection } from "geojson";
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from "maplibre-gl";
import { placesUrl, worldUrl } from "virtual:map-data";
import { MAP_LIBRARY_FONT, MAP_LIBRARY_BOLD_FONT, mapLabelHaloPaint } from "./overlay/lettering.ts";
import type { ColorTokenReader } from "./map-tokens.ts";
import type { ImportedRegion } from "./region.ts";
import {
  outsideRegionExpression,
  regionBaseLayers,
  regionLabelIds,
  regionLabelLayers,
  importedRegionMapSource,
} from "./region-style.ts";

const emptyFeatures: FeatureCollection = { type: "FeatureCollection", features: [] };
const mapSources: Readonly<Record<string, SourceSpecification>> = {
  world: { type: "geojson", data: worldUrl, maxzoom: 9, tolerance: 0.2 },
  places: { type: "geojson", data: placesUrl, maxzoom: 12 },
  /** Empty source, filled later by `setData`. */
  areas: { type: "geojson", data: emptyFeatures },
};

/** Groups that users can switch off, and the layers of the base map in each; cases and vehicles are drawn above it. */
export const mapLayerGroups = {
  areas: ["area-fill", "area-line", "area-label"],
  cases: [],
  vehicles: [],
  labels: ["country", "place-dot", "place-1", "place-2", "place-3", "place-4", ...regionLabelIds],
} as const;
export type MapLayerGroup = keyof typeof mapLayerGroups;

/**
 * Map style that loads everything from this origin: shapes and names cut from public data, and over them the imported
 * region; letters are drawn by the browser itself.
 */
export const buildMapStyle = (
  tokens: ColorTokenReader,
  language: string,
  region: ImportedRegion | null,
): StyleSpecification => ({
  version: 8,
  sources: region ? { ...mapSources, ...importedRegionMapSource(region) } : mapSources,
  layers: [
    ...backdropLayers(tokens),
    ...(region ? regionBaseLayers(tokens) : []),
    ...areaLayers(tokens),
    ...(region ? regionLabelLayers(tokens, language) : []),
    ...placeLayers(tokens, region),
    countryLabelLayer(tokens, language),
    areaLabelLayer(tokens),
  ],
});

const backdropLayers = (tokens: ColorTokenReader): LayerSpecification[] => [
  { id: "sea", type: "background", paint: { "background-color": tokens("sea") } },
  {
    id: "land",
    type: "fill",
    source: "world",
    filter: ["==", ["get", "kind"], "land"],
    paint: { "fill-color": tokens("land") },
  },
  {
    id: "border",
    type: "line",
    source: "world",
    filter: ["==", ["get", "kind"], "border"],
    layout: { "line-join": "round" },
    paint: {
      "line-color": tokens("tx-3"),
      "line-opacity": 0.55,
      "line-width": ["interpolate", ["linear"], ["zoom"], 3, 0.5, 8, 1.2],
      "line-dasharray": [4, 2],
    },
  },
];

const areaLayers = (tokens: ColorTokenReader): LayerSpecification[] => [
  {
    id: "area-fill",
    type: "fill",
    source: "areas",
    filter: ["==", ["get", "kind"], "outline"],
    paint: { "fill-color": tokens("brand"), "fill-opacity": 0.07 },
  },
  {
    id: "area-line",
    type: "line",
    source: "areas",
    filter: ["==", ["get", "kind"], "outline"],
    layout: { "line-join": "round" },
    paint: { "line-color": tokens("brand"), "line-opacity": 0.6, "line-width": 1 },
  },
];

const placeRanks = [
  { rank: 1, zoom: 4.5, size: 12.5 },
  { rank: 2, zoom: 6.5, size: 11.5 },
  { rank: 3, zoom: 8.2, size: 11 },
  { rank: 4, zoom: 10.2, size: 11 },
] as const;

const placeLayers = (tokens: ColorTokenReader, region: ImportedRegion | null): LayerSpecification[] => [
  {
    id: "place-dot",
    type: "circle",
    source: "places",
    minzoom: 6.5,
    filter: filterOutsideRegion(region, ["<=", ["get", "rank"], ["step", ["zoom"], 2, 8.2, 3, 10.2, 4]]),
    paint: { "circle-radius": 1.6, "circle-color": tokens("tx-3"), "circle-opacity": 0.7 },
  },
  ...placeRanks.map(
    ({ rank, zoom, size }): LayerSpecification => ({
      id: `place-${rank}`,
      type: "symbol",
      source: "places",
      minzoom: zoom,
      filter: filterOutsideRegion(region, ["==", ["get", "rank"], rank]),
      layout: {
        "text-field": ["get", "name"],
        "text-font": rank === 1 ? MAP_LIBRARY_BOLD_FONT : MAP_LIBRARY_FONT,
        "text-size": size,
        "text-variable-anchor": ["bottom", "top", "left", "right"],
        "text-radial-offset": 0.35,
      },
      paint: { "text-color": tokens("tx-3"), ...mapLabelHaloPaint(tokens) },
    }),
  ),
];

const filterOutsideRegion = (region: ImportedRegion | null, filter: ExpressionSpecification): FilterSpecification =>
  region ? ["all", filter, outsideRegionExpression(region)] : filter;

const countryLabelLayer = (tokens: ColorTokenReader, language: string): LayerSpecification => ({
  id: "country",
  type: "symbol",
  source: "world",
  maxzoom: 6.5,
  filter: ["==", ["get", "kind"], "country"],
  layout: {
    "text-field": ["get", language === "de" ? "de" : "en"],
    "text-font": MAP_LIBRARY_BOLD_FONT,
    "text-size": 11,
    "text-transform": "uppercase",
    "text-letter-spacing": 0.08,
    "symbol-sort-key": ["-", 0, ["get", "size"]],
  },
  paint: { "text-color": tokens("tx-3"), ...mapLabelHaloPaint(tokens) },
});

const areaLabelLayer = (tokens: ColorTokenReader): LayerSpecification => ({
  id: "area-label",
  type: "symbol",
  source: "areas",
  minzoom: 6,
  filter: ["==", ["get", "kind"], "label"],
  layout: {
    "text-field": [
      "format",
      ["get", "title"],
      { "text-font": ["literal", MAP_LIBRARY_BOLD_FONT] },
      "\n",
      {},
      ["get", "minutes"],
      {},
    ],
    "text-font": MAP_LIBRARY_FONT,
    "text-size": 12,
    "text-line-height": 1.25,
    "text-variable-anchor": ["center", "bottom", "top", "left", "right"],
    "text-radial-offset": 1.2,
  },
  paint: { "text-color": tokens("tx-2"), ...mapLabelHaloPaint(tokens) },
});
