import type { LayerSpecification } from "maplibre-gl";
import { FONT, FONT_STRONG, halo, NEAR_ZOOM } from "./lettering.ts";
import type { Tokens } from "./map-tokens.ts";

/** Layers that answer to the pointer, topmost first. */
export const pickableLayers = ["vehicle-alarmed", "case-late", "vehicle", "case", "vehicle-cluster", "case-cluster"];

export const wayLayers = (tokens: Tokens): LayerSpecification[] => [
  {
    id: "trail",
    type: "line",
    source: "trail",
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": tokens("tx-3"), "line-width": 2.5, "line-dasharray": [0.1, 2] },
  },
  wayLine("way-casing", { kind: "way", color: tokens("surface"), width: 6 }),
  wayLine("way", { kind: "way", color: tokens("brand"), width: 3 }),
  { ...wayLine("approach", { kind: "approach", color: tokens("brand"), width: 2, dashes: [2, 1.5] }) },
  {
    id: "way-end",
    type: "symbol",
    source: "way",
    filter: ["==", ["get", "kind"], "target"],
    layout: {
      "icon-image": "way-end",
      "icon-anchor": "bottom",
      "icon-allow-overlap": true,
      "icon-ignore-placement": true,
    },
  },
  {
    id: "way-start",
    type: "circle",
    source: "way",
    filter: ["==", ["get", "kind"], "source"],
    paint: {
      "circle-radius": 5,
      "circle-color": tokens("surface"),
      "circle-stroke-color": tokens("brand"),
      "circle-stroke-width": 2.5,
    },
  },
];

interface WayLine {
  readonly kind: string;
  readonly color: string;
  readonly width: number;
  readonly dashes?: number[];
}
const wayLine = (id: string, { kind, color, width, dashes }: WayLine): LayerSpecification => ({
  id,
  type: "line",
  source: "way",
  filter: ["==", ["get", "kind"], kind],
  layout: { "line-cap": dashes ? "butt" : "round", "line-join": "round" },
  paint: { "line-color": color, "line-width": width, ...(dashes ? { "line-dasharray": dashes } : {}) },
});

/** Open cases below, vehicles above them, and on top what is late. */
export const objectLayers = (tokens: Tokens): LayerSpecification[] => [
  ...cluster("case", { source: "cases", rim: tokens("state-open"), tokens }),
  cases("case", "cases"),
  ...cluster("vehicle", { source: "vehicles", rim: tokens("tx-3"), tokens }),
  heading("heading", "vehicles"),
  vehicles("vehicle", "vehicles", tokens),
  cases("case-late", "cases-late"),
  heading("heading-alarmed", "vehicles-alarmed"),
  vehicles("vehicle-alarmed", "vehicles-alarmed", tokens),
  {
    id: "badge",
    type: "symbol",
    source: "vehicles-alarmed",
    layout: { "icon-image": "badge", "icon-size": iconSize, ...everywhere },
  },
];

interface Cluster {
  readonly source: string;
  readonly rim: string;
  readonly tokens: Tokens;
}
const cluster = (name: string, { source, rim, tokens }: Cluster): LayerSpecification[] => [
  {
    id: `${name}-cluster`,
    type: "circle",
    source,
    filter: ["has", "point_count"],
    paint: {
      "circle-color": tokens("surface"),
      "circle-stroke-color": rim,
      "circle-stroke-width": name === "case" ? 2.5 : 1.5,
      "circle-radius": ["interpolate", ["linear"], ["ln", ["get", "point_count"]], 0.7, 11, 7, 24],
    },
  },
  {
    id: `${name}-count`,
    type: "symbol",
    source,
    filter: ["has", "point_count"],
    layout: {
      "text-field": ["get", "point_count_abbreviated"],
      "text-font": FONT_STRONG,
      "text-size": 12,
      "text-allow-overlap": true,
      // About as wide as the disc below it, which names of places cannot know of.
      "text-padding": 9,
    },
    paint: { "text-color": tokens("tx") },
  },
];

const iconSize = ["interpolate", ["linear"], ["zoom"], 5, 0.72, 9, 0.88, 12, 1] as unknown as number;
const everywhere = { "icon-allow-overlap": true, "icon-ignore-placement": true } as const;

const cases = (id: string, source: string): LayerSpecification => ({
  id,
  type: "symbol",
  source,
  filter: ["!", ["has", "point_count"]],
  layout: { "icon-image": ["get", "icon"], "icon-size": iconSize, "icon-allow-overlap": true },
});

const heading = (id: string, source: string): LayerSpecification => ({
  id,
  type: "symbol",
  source,
  minzoom: NEAR_ZOOM,
  filter: [">=", ["coalesce", ["get", "heading"], -1], 0],
  layout: {
    "icon-image": "heading",
    "icon-size": iconSize,
    "icon-rotate": ["get", "heading"],
    "icon-rotation-alignment": "map",
    ...everywhere,
  },
  paint: { "icon-opacity": ["get", "opacity"] },
});

const vehicles = (id: string, source: string, tokens: Tokens): LayerSpecification => ({
  id,
  type: "symbol",
  source,
  filter: ["!", ["has", "point_count"]],
  layout: {
    "icon-image": ["get", "icon"],
    "icon-size": iconSize,
    "icon-allow-overlap": true,
    "text-field": ["step", ["zoom"], "", NEAR_ZOOM, ["get", "plate"]],
    "text-font": FONT,
    "text-size": 11,
    "text-anchor": "top",
    "text-offset": [0, 1.1],
    "text-optional": true,
  },
  paint: {
    "icon-opacity": ["get", "opacity"],
    "text-opacity": ["get", "opacity"],
    "text-color": tokens("tx-2"),
    ...halo(tokens),
  },
});

export const focusLayers = (tokens: Tokens): LayerSpecification[] => [
  focusRing("hovered", { radius: 13, width: 1.5, color: tokens("tx-3") }),
  focusRing("selected", { radius: 14, width: 2.5, color: tokens("brand") }),
];
const focusRing = (
  kind: string,
  { radius, width, color }: { radius: number; width: number; color: string },
): LayerSpecification => ({
  id: `focus-${kind}`,
  type: "circle",
  source: "focus",
  filter: ["==", ["get", "kind"], kind],
  paint: {
    "circle-radius": radius,
    "circle-color": color,
    "circle-opacity": 0.08,
    "circle-stroke-color": color,
    "circle-stroke-width": width,
  },
});
