import { EARTH_RADIUS_METERS } from "@leitstand/geo/lon-lat";

/** Closed line of `[lon, lat]` in degrees; the last position repeats the first. */
export type PolygonRing = readonly (readonly number[])[];

const EARTH_RADIUS_KILOMETERS = EARTH_RADIUS_METERS / 1000;
const RADIANS_PER_DEGREE = Math.PI / 180;

/** Area on the sphere that a ring encloses (Chamberlain and Duquette, 2007); the caller subtracts holes. */
export function computeRingAreaSquareKilometers(ring: PolygonRing): number {
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [fromLon, fromLat] = ringPointAt(ring, at - 1);
    const [toLon, toLat] = ringPointAt(ring, at);
    sum +=
      (toLon - fromLon) *
      RADIANS_PER_DEGREE *
      (2 + Math.sin(fromLat * RADIANS_PER_DEGREE) + Math.sin(toLat * RADIANS_PER_DEGREE));
  }
  return Math.abs((sum * EARTH_RADIUS_KILOMETERS ** 2) / 2);
}

interface RingSegment {
  readonly at: number;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/**
 * Indexes of the first two segments found that intersect, other than neighbours in the position they share. Segments
 * are swept from west to east, so that a drawn border of 10,000 positions takes milliseconds; the worst case, in which
 * all segments overlap in longitude, stays under a second.
 */
export function findRingSelfIntersection(ring: PolygonRing): readonly [number, number] | undefined {
  const segments = listRingSegments(ring);
  let open: RingSegment[] = [];
  for (const segment of segments) {
    open = open.filter(({ east }) => east >= segment.west);
    for (const other of open) {
      if (other.north < segment.south || segment.north < other.south) continue;
      if (doSegmentsIntersect(ring, Math.min(segment.at, other.at), Math.max(segment.at, other.at)))
        return [other.at, segment.at];
    }
    open.push(segment);
  }
  return undefined;
}

function listRingSegments(ring: PolygonRing): RingSegment[] {
  const segments: RingSegment[] = [];
  for (let at = 0; at + 1 < ring.length; at++) {
    const [fromLon, fromLat] = ringPointAt(ring, at);
    const [toLon, toLat] = ringPointAt(ring, at + 1);
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

type LonLatPoint = readonly [number, number];

function doSegmentsIntersect(ring: PolygonRing, first: number, second: number): boolean {
  const [a, b] = [ringPointAt(ring, first), ringPointAt(ring, first + 1)];
  const [c, d] = [ringPointAt(ring, second), ringPointAt(ring, second + 1)];
  if (arePointsEqual(b, c)) return arePointsEqual(a, d) || doesSegmentTurnBack(a, b, d);
  if (arePointsEqual(a, d)) return doesSegmentTurnBack(c, a, b);
  const [abc, abd] = [sideOfLine(a, b, c), sideOfLine(a, b, d)];
  const [cda, cdb] = [sideOfLine(c, d, a), sideOfLine(c, d, b)];
  if (abc !== abd && cda !== cdb && abc * abd <= 0 && cda * cdb <= 0) return true;
  return [
    [abc, a, b, c],
    [abd, a, b, d],
    [cda, c, d, a],
    [cdb, c, d, b],
  ].some(
    ([turn, from, to, point]) =>
      turn === 0 && isPointWithinSegmentBox(from as LonLatPoint, to as LonLatPoint, point as LonLatPoint),
  );
}

/** Whether the second of two neighbouring segments, which share one position, runs back over the first. */
const doesSegmentTurnBack = (from: LonLatPoint, corner: LonLatPoint, to: LonLatPoint) =>
  sideOfLine(from, corner, to) === 0 &&
  (from[0] - corner[0]) * (to[0] - corner[0]) + (from[1] - corner[1]) * (to[1] - corner[1]) > 0;

/** Side of the line on which a point lies: 1 left of it, -1 right of it, 0 on it. */
const sideOfLine = ([ax, ay]: LonLatPoint, [bx, by]: LonLatPoint, [x, y]: LonLatPoint) =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
const isPointWithinSegmentBox = ([ax, ay]: LonLatPoint, [bx, by]: LonLatPoint, [x, y]: LonLatPoint) =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
const arePointsEqual = ([ax, ay]: LonLatPoint, [bx, by]: LonLatPoint) => ax === bx && ay === by;
const ringPointAt = (ring: PolygonRing, at: number): LonLatPoint => [ring[at]?.[0] ?? 0, ring[at]?.[1] ?? 0];
