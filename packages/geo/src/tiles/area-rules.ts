import type { OsmTags } from "../osm/osm-element";
import { type TileFeatureDescription, TILE_ZOOM_MAX, namePropertiesFromTags } from "./drawn";

/** Kinds of ground cover by their tags; the first key that a map names wins. */
const groundKindsByTag: readonly (readonly [key: string, kinds: ReadonlyMap<string, string>])[] = [
  ["aeroway", identityMap("aerodrome", "runway", "taxiway")],
  ["amenity", identityMap("hospital", "school", "university", "college").set("grave_yard", "cemetery")],
  ["tourism", identityMap("zoo")],
  ["leisure", identityMap("park", "playground", "golf_course", "nature_reserve")],
  ["military", identityMap("airfield", "naval_base")],
  ["natural", identityMap("wood", "scrub", "grassland", "glacier", "sand", "beach")],
  ["landuse", identityMap("forest", "cemetery", "industrial", "grass", "allotments", "village_green", "military")],
  ["man_made", identityMap("pier")],
  ["highway", identityMap("pedestrian")],
  ["waterway", identityMap("dam")],
];

/** Lowest zoom of ground cover; at lower zooms the overview of the world is drawn. */
const GROUND_ZOOM = 7;
const WATER_ZOOM = 5;
const smallGroundKinds = new Set(["playground", "pier", "pedestrian", "dam", "runway", "taxiway"]);
const SMALL_GROUND_ZOOM = 12;

/** Drawing of a closed way or a multipolygon; undefined when it is not drawn. */
export function describeAreaFeature(tags: OsmTags): TileFeatureDescription | undefined {
  if (tags.size === 0) return undefined;
  return drawBuilding(tags) ?? drawWater(tags) ?? drawGround(tags);
}

function drawBuilding(tags: OsmTags): TileFeatureDescription | undefined {
  const building = tags.get("building");
  if (building === undefined || building === "no" || tags.get("location") === "underground") return undefined;
  return { layer: "buildings", minZoom: TILE_ZOOM_MAX, properties: { kind: "building" } };
}

/**
 * Drawing of water. `kind` is `lake` or `water` only: styles take `river` and `stream` for lines, and would draw the
 * banks as such.
 */
function drawWater(tags: OsmTags): TileFeatureDescription | undefined {
  const isWater = tags.get("natural") === "water" || tags.get("waterway") === "riverbank";
  if (!isWater && tags.get("landuse") !== "reservoir" && tags.get("landuse") !== "basin") return undefined;
  const kind_detail = tags.get("water") ?? tags.get("landuse");
  const kind = kind_detail === "lake" || kind_detail === "reservoir" ? "lake" : "water";
  return { layer: "water", minZoom: WATER_ZOOM, properties: { kind, kind_detail, ...namePropertiesFromTags(tags) } };
}

function drawGround(tags: OsmTags): TileFeatureDescription | undefined {
  for (const [key, kinds] of groundKindsByTag) {
    const kind = kinds.get(tags.get(key) ?? "");
    // A street that leads in a circle is no square.
    if (kind === undefined || (key === "highway" && tags.get("area") !== "yes")) continue;
    return {
      layer: "landuse",
      minZoom: smallGroundKinds.has(kind) ? SMALL_GROUND_ZOOM : GROUND_ZOOM,
      properties: { kind },
    };
  }
  return undefined;
}

function identityMap(...values: readonly string[]): Map<string, string> {
  return new Map(values.map((value) => [value, value]));
}
