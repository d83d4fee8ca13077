import type { OsmTags } from "../osm/osm-element";
import { type Drawn, MAX_ZOOM, namesOf } from "./drawn";

/** Kinds of ground cover by their tags; the first key that a map names wins. */
const grounds: readonly (readonly [key: string, kinds: ReadonlyMap<string, string>])[] = [
  ["aeroway", same("aerodrome", "runway", "taxiway")],
  ["amenity", same("hospital", "school", "university", "college").set("grave_yard", "cemetery")],
  ["tourism", same("zoo")],
  ["leisure", same("park", "playground", "golf_course", "nature_reserve")],
  ["military", same("airfield", "naval_base")],
  ["natural", same("wood", "scrub", "grassland", "glacier", "sand", "beach")],
  ["landuse", same("forest", "cemetery", "industrial", "grass", "allotments", "village_green", "military")],
  ["man_made", same("pier")],
  ["highway", same("pedestrian")],
  ["waterway", same("dam")],
];

/** Lowest zoom of ground cover; at lower zooms the overview of the world is drawn. */
const GROUND_ZOOM = 7;
const WATER_ZOOM = 5;
const smallGrounds = new Set(["playground", "pier", "pedestrian", "dam", "runway", "taxiway"]);
const SMALL_ZOOM = 12;

/** Drawing of a closed way or a multipolygon; undefined when it is not drawn. */
export function areaOf(tags: OsmTags): Drawn | undefined {
  if (tags.size === 0) return undefined;
  return buildingOf(tags) ?? waterOf(tags) ?? groundOf(tags);
}

function buildingOf(tags: OsmTags): Drawn | undefined {
  const building = tags.get("building");
  if (building === undefined || building === "no" || tags.get("location") === "underground") return undefined;
  return { layer: "buildings", minZoom: MAX_ZOOM, properties: { kind: "building" } };
}

/**
 * Drawing of water. `kind` is `lake` or `water` only: styles take `river` and `stream` for lines, and would draw the
 * banks as such.
 */
function waterOf(tags: OsmTags): Drawn | undefined {
  const isWater = tags.get("natural") === "water" || tags.get("waterway") === "riverbank";
  if (!isWater && tags.get("landuse") !== "reservoir" && tags.get("landuse") !== "basin") return undefined;
  const kind_detail = tags.get("water") ?? tags.get("landuse");
  const kind = kind_detail === "lake" || kind_detail === "reservoir" ? "lake" : "water";
  return { layer: "water", minZoom: WATER_ZOOM, properties: { kind, kind_detail, ...namesOf(tags) } };
}

function groundOf(tags: OsmTags): Drawn | undefined {
  for (const [key, kinds] of grounds) {
    const kind = kinds.get(tags.get(key) ?? "");
    // A street that leads in a circle is no square.
    if (kind === undefined || (key === "highway" && tags.get("area") !== "yes")) continue;
    return { layer: "landuse", minZoom: smallGrounds.has(kind) ? SMALL_ZOOM : GROUND_ZOOM, properties: { kind } };
  }
  return undefined;
}

function same(...values: readonly string[]): Map<string, string> {
  return new Map(values.map((value) => [value, value]));
}
