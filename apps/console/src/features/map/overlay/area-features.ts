import type { Feature, MultiPolygon, Point as GeoPoint, Polygon } from "geojson";
import { centroidOfRing, type LonLatPair } from "./geometry.ts";

export interface MapArea {
  readonly id: string;
  readonly title: string;
  readonly geo_json: Polygon | MultiPolygon | null;
}

/** Outlines of areas, each with a label of its title and the waiting time that callers are told at present. */
export function createAreaFeatures(
  areas: readonly MapArea[],
  waiting: ReadonlyMap<string, number | null>,
  minutesText: (minutes: number) => string,
): Feature[] {
  return areas.flatMap(({ id, title, geo_json }) => {
    if (!geo_json) return [];
    const minutes = waiting.get(id) ?? null;
    const label = { kind: "label", id, title, minutes: minutes === null ? "" : minutesText(minutes) };
    const outline: Feature = { type: "Feature", properties: { kind: "outline", id }, geometry: geo_json };
    const at: GeoPoint = { type: "Point", coordinates: [...labelPoint(geo_json)] };
    return [outline, { type: "Feature", properties: label, geometry: at }];
  });
}

/** Position of an area's label: the middle of its largest part. */
function labelPoint(geometry: Polygon | MultiPolygon): LonLatPair {
  const rings = geometry.type === "Polygon" ? [geometry.coordinates[0]] : geometry.coordinates.map(([ring]) => ring);
  const middles = rings.map((ring) => centroidOfRing((ring ?? []) as unknown as LonLatPair[]));
  return middles.reduce((best, next) => (Math.abs(next.size) > Math.abs(best.size) ? next : best)).at;
}
