import type { OsmTags } from "../osm/osm-element";
import { type TileFeatureDescription, namePropertiesFromTags } from "./drawn";

interface PlaceRank {
  readonly kind: "locality" | "macrohood" | "neighbourhood";
  readonly minZoom: number;
  /** Population to assume where the map does not say how many people live there. */
  readonly population: number;
}
const placeRanks: ReadonlyMap<string, PlaceRank> = new Map([
  ["city", { kind: "locality", minZoom: 5, population: 100_000 }],
  ["town", { kind: "locality", minZoom: 7, population: 10_000 }],
  ["village", { kind: "locality", minZoom: 10, population: 1_000 }],
  ["hamlet", { kind: "locality", minZoom: 12, population: 100 }],
  ["isolated_dwelling", { kind: "locality", minZoom: 14, population: 10 }],
  ["suburb", { kind: "macrohood", minZoom: 11, population: 5_000 }],
  ["quarter", { kind: "neighbourhood", minZoom: 13, population: 2_000 }],
  ["neighbourhood", { kind: "neighbourhood", minZoom: 13, population: 1_000 }],
]);

/** Bounds of population; each one that is reached adds a rank, and styles write the names of higher ranks larger. */
const POPULATION_STEPS = [200, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 5e6, 1e7, 2e7, 5e7, 1e8, 1e9] as const;

/** Drawing of a place that people live in; undefined for other elements. */
export function describePlaceFeature(tags: OsmTags): TileFeatureDescription | undefined {
  const kind_detail = tags.get("place") ?? "";
  const rank = placeRanks.get(kind_detail);
  if (rank === undefined || !tags.has("name")) return undefined;
  const { kind, minZoom } = rank;
  const population = parsePopulation(tags) ?? rank.population;
  const population_rank = POPULATION_STEPS.filter((step) => population >= step).length;
  return {
    layer: "places",
    minZoom,
    properties: {
      kind,
      kind_detail,
      ...namePropertiesFromTags(tags),
      population,
      population_rank,
      capital: tags.get("capital") === "yes" ? "yes" : undefined,
      min_zoom: minZoom,
      sort_key: minZoom * 100 - population_rank,
    },
  };
}

function parsePopulation(tags: OsmTags): number | undefined {
  const text = tags.get("population") ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Landmarks: destinations of crews, and places by which they find their way. */
const landmarkRules: readonly (readonly [key: string, value: string, kind: string, minZoom: number])[] = [
  ["amenity", "hospital", "hospital", 12],
  ["amenity", "crematorium", "crematorium", 12],
  ["amenity", "funeral_hall", "funeral_hall", 13],
  ["landuse", "cemetery", "cemetery", 13],
  ["amenity", "grave_yard", "cemetery", 13],
  ["amenity", "nursing_home", "nursing_home", 13],
  ["social_facility", "nursing_home", "nursing_home", 13],
  ["amenity", "place_of_worship", "place_of_worship", 14],
  ["amenity", "townhall", "townhall", 14],
  ["amenity", "police", "police", 14],
  ["railway", "station", "station", 12],
];

/** Drawing of a landmark with a name, a point or an area. */
export function describeLandmarkFeature(tags: OsmTags): TileFeatureDescription | undefined {
  if (!tags.has("name")) return undefined;
  const found = landmarkRules.find(([key, value]) => tags.get(key) === value);
  if (found === undefined) return undefined;
  const [, , kind, minZoom] = found;
  return { layer: "pois", minZoom, properties: { kind, ...namePropertiesFromTags(tags), min_zoom: minZoom } };
}
