import type { OsmTags } from "../osm/osm-element";
import { type TileFeatureDescription, namePropertiesFromTags, type TileFeatureProperties } from "./drawn";

type LineRank = readonly [kind: string, minZoom: number];

const highwayRanks: ReadonlyMap<string, LineRank> = new Map([
  ["motorway", ["highway", 5]],
  ["trunk", ["major_road", 6]],
  ["primary", ["major_road", 7]],
  ["secondary", ["major_road", 9]],
  ["tertiary", ["major_road", 10]],
  ["unclassified", ["minor_road", 12]],
  ["residential", ["minor_road", 12]],
  ["living_street", ["minor_road", 12]],
  ["road", ["minor_road", 12]],
  ["raceway", ["minor_road", 13]],
  ["service", ["minor_road", 13]],
  ["pedestrian", ["path", 13]],
  ["track", ["path", 13]],
  ["path", ["path", 13]],
  ["cycleway", ["path", 13]],
  ["footway", ["path", 13]],
  ["bridleway", ["path", 13]],
  ["steps", ["path", 14]],
]);
const LINK_ZOOM = 11;
/** Lowest zoom of parking aisles and drives, which are as many as all other roads together. */
const DRIVE_ZOOM = 14;

const railwayKinds = new Set(["rail", "light_rail", "subway", "tram", "narrow_gauge", "funicular", "monorail"]);
const RAIL_ZOOM = 10;
/** Lowest zoom of sidings and yards. */
const SIDING_ZOOM = 13;

const waterwayZooms: ReadonlyMap<string, number> = new Map([
  ["river", 9],
  ["stream", 14],
]);

const RUNWAY_ZOOM = 10;
const PIER_ZOOM = 13;

/** Drawing of a way as a line; undefined when it is not drawn. */
export function describeLineFeature(tags: OsmTags): TileFeatureDescription | undefined {
  if (tags.size === 0 || tags.get("area") === "yes") return undefined;
  return drawRoad(tags) ?? drawRailway(tags) ?? drawWaterway(tags) ?? drawRunway(tags) ?? drawPier(tags);
}

/** Drawing of a way as the border of an administrative unit; the lower its level, the greater the unit. */
export function describeBoundaryFeature(level: number): TileFeatureDescription | undefined {
  const [kind, minZoom] = boundaryRanks.get(level) ?? [];
  if (kind === undefined || minZoom === undefined) return undefined;
  return { layer: "boundaries", minZoom, properties: { kind, kind_detail: level, min_zoom: minZoom } };
}
const boundaryRanks: ReadonlyMap<number, LineRank> = new Map([
  [2, ["country", 0]],
  [4, ["region", 5]],
  [6, ["county", 8]],
  [8, ["locality", 11]],
]);

function drawRoad(tags: OsmTags): TileFeatureDescription | undefined {
  const highway = tags.get("highway");
  if (highway === undefined) return undefined;
  const isLink = highway.endsWith("_link");
  const kind_detail = isLink ? highway.slice(0, -"_link".length) : highway;
  const [kind, zoom] = highwayRanks.get(kind_detail) ?? [];
  if (kind === undefined || zoom === undefined) return undefined;
  const least = isLink ? LINK_ZOOM : tags.has("service") ? DRIVE_ZOOM : 0;
  const ref = tags.get("ref");
  return roadFeature(tags, Math.max(zoom, least), {
    kind,
    kind_detail,
    is_link: isLink || undefined,
    oneway: tags.get("oneway") === "yes" ? "yes" : undefined,
    ref,
    shield_text: ref?.split(";", 1)[0]?.replaceAll(/\s/g, ""),
  });
}

function drawRailway(tags: OsmTags): TileFeatureDescription | undefined {
  const kind_detail = tags.get("railway") ?? "";
  if (!railwayKinds.has(kind_detail)) return undefined;
  return roadFeature(tags, tags.has("service") ? SIDING_ZOOM : RAIL_ZOOM, { kind: "rail", kind_detail });
}

function drawRunway(tags: OsmTags): TileFeatureDescription | undefined {
  const kind_detail = tags.get("aeroway");
  if (kind_detail !== "runway" && kind_detail !== "taxiway") return undefined;
  return roadFeature(tags, RUNWAY_ZOOM, { kind: "aeroway", kind_detail });
}

const drawPier = (tags: OsmTags): TileFeatureDescription | undefined =>
  tags.get("man_made") === "pier" ? roadFeature(tags, PIER_ZOOM, { kind: "other", kind_detail: "pier" }) : undefined;

const roadFeature = (tags: OsmTags, minZoom: number, properties: TileFeatureProperties): TileFeatureDescription => ({
  layer: "roads",
  minZoom,
  properties: {
    ...properties,
    ...namePropertiesFromTags(tags),
    is_bridge: isTagSet(tags.get("bridge")) || undefined,
    is_tunnel: isTagSet(tags.get("tunnel")) || undefined,
    min_zoom: minZoom,
  },
});

const isTagSet = (value: string | undefined) => value !== undefined && value !== "no";

function drawWaterway(tags: OsmTags): TileFeatureDescription | undefined {
  const kind = tags.get("waterway") ?? "";
  const minZoom = waterwayZooms.get(kind);
  // Water below the ground is not visible.
  if (minZoom === undefined || isTagSet(tags.get("tunnel"))) return undefined;
  return { layer: "water", minZoom, properties: { kind, ...namePropertiesFromTags(tags), min_zoom: minZoom } };
}
