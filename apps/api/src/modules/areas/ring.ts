import { EARTH_RADIUS_METERS } from "@leitstand/geo/lon-lat";

/** Closed line of `[lon, lat]` in degrees; the last position repeats the first. */
export type Ring = readonly (readonly number[])[];

const EARTH_RADIUS_KILOMETERS = EARTH_RADIUS_METERS / 1000;
const RADIANS = Math.PI / 180;

/** Area on the sphere that a ring encloses (Chamberlain and Duquette, 2007); the caller subtracts holes. */
export function ringSquareKilometers(ring: Ring): number {
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [fromLon, fromLat] = degreesAt(ring, at - 1);
    const [toLon, toLat] = degreesAt(ring, at);
    sum += (toLon - fromLon) * RADIANS * (2 + Math.sin(fromLat * RADIANS) + Math.sin(toLat * RADIANS));
  }
  return Math.abs((sum * EARTH_RADIUS_KILOMETERS ** 2) / 2);
}

interface Segment {
  readonly at: number;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/**
 * First two segments found that meet other than as neighbours in their common end. Segments are swept from west to
 * east, so that a drawn border of 10,000 positions takes milliseconds; the worst case, all abreast, stays under a
 * second.
 */
export function findCrossing(ring: Ring): readonly [number, number] | undefined {
  const segments = segmentsOf(ring);
  let open: Segment[] = [];
  for (const segment of segments) {
    open = open.filter(({ east }) => east >= segment.west);
    for (const other of open) {
      if (other.north < segment.south || segment.north < other.south) continue;
      if (meet(ring, Math.min(segment.at, other.at), Math.max(segment.at, other.at))) return [other.at, segment.at];
    }
    open.push(segment);
  }
  return undefined;
}

function segmentsOf(ring: Ring): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at + 1 < ring.length; at++) {
    const [fromLon, fromLat] = degreesAt(ring, at);
    const [toLon, toLat] = degreesAt(ring, at + 1);
    // A position given twice in a row is a careless click, not a crossing.
    if (fromLon === toLon && fromLat === toLat) continue;
    segments.push({
      at,
      west: Math.min(fromLon, toLon),
      east: Math.max(fromLon, toLon),
      south: Math.min(fromLat, toLat),
      north: Math.max(fromLat, toLat),
    });
  }
  return segments.sort((a, b) => a.west - b.west);
}

type Point = readonly [number, number];

function meet(ring: Ring, first: number, second: number): boolean {
  const [a, b] = [degreesAt(ring, first), degreesAt(ring, first + 1)];
  const [c, d] = [degreesAt(ring, second), degreesAt(ring, second + 1)];
  if (equal(b, c)) return equal(a, d) || turnsBack(a, b, d);
  if (equal(a, d)) return turnsBack(c, a, b);
  const [abc, abd] = [side(a, b, c), side(a, b, d)];
  const [cda, cdb] = [side(c, d, a), side(c, d, b)];
  if (abc !== abd && cda !== cdb && abc * abd <= 0 && cda * cdb <= 0) return true;
  return [
    [abc, a, b, c],
    [abd, a, b, d],
    [cda, c, d, a],
    [cdb, c, d, b],
  ].some(([turn, from, to, point]) => turn === 0 && isWithin(from as Point, to as Point, point as Point));
}

/** Whether the second of two neighbouring segments, which share one position, runs back over the first. */
const turnsBack = (from: Point, corner: Point, to: Point) =>
  side(from, corner, to) === 0 &&
  (from[0] - corner[0]) * (to[0] - corner[0]) + (from[1] - corner[1]) * (to[1] - corner[1]) > 0;

/** Side of the line on which a point lies: 1 left of it, -1 right of it, 0 on it. */
const side = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point) =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
const isWithin = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point) =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
const equal = ([ax, ay]: Point, [bx, by]: Point) => ax === bx && ay === by;
const degreesAt = (ring: Ring, at: number): Point => [ring[at]?.[0] ?? 0, ring[at]?.[1] ?? 0];
