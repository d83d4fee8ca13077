import type { Area, AreaGeometry, ZipRange } from "@leitstand/contract/company/areas";
import type { Static } from "@leitstand/contract/core/schema";
import { findRingSelfIntersection, type PolygonRing, computeRingAreaSquareKilometers } from "./ring";

type PostalCodeRange = Static<typeof ZipRange>;
type AreaPolygonGeometry = Static<typeof AreaGeometry>;

export interface AreaGeometryFault {
  readonly reason:
    | "LATITUDE"
    | "NOT_CLOSED"
    | "NO_AREA"
    | "SELF_INTERSECTION"
    | "TOO_LARGE"
    | "TOO_MANY_POSITIONS"
    | "TOO_MANY_RINGS";
  /** Index of the faulty ring, counted over all polygons. */
  readonly index: number;
}

/** Limits that bound the work of drawing and searching an area. */
const POSITIONS_MAX = 10_000;
const RINGS_MAX = 100;
/** Largest size of an area, twelve times that of Austria: larger ones are drawn by mistake. */
const SQUARE_KILOMETERS_MAX = 1_000_000;

export const coversPostalCode = (area: Pick<Static<typeof Area>, "zip_ranges">, zip: string) =>
  area.zip_ranges.some((range) => isInPostalCodeRange(range, zip));

export const findInvalidPostalCodeRange = (ranges: readonly PostalCodeRange[]) =>
  ranges.find(({ from, to }) => from.length !== to.length || from > to);

/** Ranges without exact duplicates. Ranges may overlap, because they are drawn from lists of towns. */
export const deduplicatePostalCodeRanges = (ranges: readonly PostalCodeRange[]): PostalCodeRange[] => [
  ...new Map(ranges.map((range) => [`${range.from}-${range.to}`, range])).values(),
];

// Postal codes are text and are only ordered among equals in length: 4-digit Austrian and 5-digit German codes never
// mix.
const isInPostalCodeRange = ({ from, to }: PostalCodeRange, zip: string) =>
  zip.length === from.length && from <= zip && zip <= to;

/** Finds what makes a geometry unusable beyond its JSON shape; undefined when it is sound. */
export function findAreaGeometryFault(geometry: AreaPolygonGeometry): AreaGeometryFault | undefined {
  const polygons = (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) as PolygonRing[][];
  const rings = polygons.flat();
  if (rings.length > RINGS_MAX) return { reason: "TOO_MANY_RINGS", index: RINGS_MAX };
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > POSITIONS_MAX)
    return { reason: "TOO_MANY_POSITIONS", index: 0 };
  for (const [index, ring] of rings.entries()) {
    const reason = findRingFault(ring);
    if (reason) return { reason, index };
  }
  const squareKilometers = polygons.reduce((sum, [outer = []]) => sum + computeRingAreaSquareKilometers(outer), 0);
  return squareKilometers > SQUARE_KILOMETERS_MAX ? { reason: "TOO_LARGE", index: 0 } : undefined;
}

function findRingFault(ring: PolygonRing): AreaGeometryFault["reason"] | undefined {
  if (ring.some(([, lat = 0]) => Math.abs(lat) > 90)) return "LATITUDE";
  const [first, last] = [ring[0], ring.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return "NOT_CLOSED";
  if (computeRingAreaSquareKilometers(ring) === 0) return "NO_AREA";
  return findRingSelfIntersection(ring) ? "SELF_INTERSECTION" : undefined;
}
