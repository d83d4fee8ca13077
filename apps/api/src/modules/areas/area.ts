import type { Area, AreaGeometry, ZipRange } from "@leitstand/contract/areas";
import type { Static } from "@leitstand/contract/schema";

type Range = Static<typeof ZipRange>;
type Geometry = Static<typeof AreaGeometry>;
type Ring = Geometry["coordinates"][number] extends infer R ? (R extends number[][] ? R : never) : never;

export interface GeometryFault {
  readonly reason: "LATITUDE" | "NOT_CLOSED" | "TOO_MANY_POSITIONS";
  /** Of the ring, counted over all polygons. */
  readonly index: number;
}

/** Bounds the work of everyone who draws or searches the area. */
const POSITIONS_MAX = 10_000;

export const coversZip = (area: Pick<Static<typeof Area>, "zip_ranges">, zip: string) =>
  area.zip_ranges.some((range) => holds(range, zip));

export const findInvalidRange = (ranges: readonly Range[]) =>
  ranges.find(({ from, to }) => from.length !== to.length || from > to);

// Zips are text, ordered only among equals in length: 4-digit Austrian and 5-digit German codes never mix.
const holds = ({ from, to }: Range, zip: string) => zip.length === from.length && from <= zip && zip <= to;

/** What makes a geometry unusable beyond its shape; undefined when it is sound. */
export function findGeometryFault(geometry: Geometry): GeometryFault | undefined {
  const rings: readonly Ring[] = geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > POSITIONS_MAX)
    return { reason: "TOO_MANY_POSITIONS", index: 0 };
  for (const [index, ring] of rings.entries()) {
    if (ring.some(([, lat = 0]) => Math.abs(lat) > 90)) return { reason: "LATITUDE", index };
    const [first, last] = [ring[0], ring.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return { reason: "NOT_CLOSED", index };
  }
  return undefined;
}
