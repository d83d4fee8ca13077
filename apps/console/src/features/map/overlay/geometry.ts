/**
 * Point as longitude and latitude; the geometry below treats both as plane coordinates, exact enough for picking and
 * placing on a screen.
 */
export type LonLatPair = readonly [lon: number, lat: number];

export interface GeoBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The smallest box around all points; undefined for no points. */
export function boundsOfPoints(points: Iterable<LonLatPair>): GeoBounds | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of points) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return west > east ? undefined : { west, south, east, north };
}

export const boundsContain = ({ west, south, east, north }: GeoBounds, [lon, lat]: LonLatPair) =>
  lon >= west && lon <= east && lat >= south && lat <= north;

/** The box enlarged on every side by a share of its own size. */
export function widenBounds({ west, south, east, north }: GeoBounds, share: number): GeoBounds {
  const [x, y] = [(east - west) * share, (north - south) * share];
  return { west: west - x, south: south - y, east: east + x, north: north + y };
}

/** Whether a point is in a ring, by the even-odd rule; the ring need not be closed. */
export function isPointInRing([lon, lat]: LonLatPair, ring: readonly LonLatPair[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [x0, y0] = ring[i] as LonLatPair;
    const [x1, y1] = ring[j] as LonLatPair;
    if (y0 > lat !== y1 > lat && lon < ((x1 - x0) * (lat - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}

/** Centre of gravity and signed area, in square degrees, of a closed ring. */
export function centroidOfRing(ring: readonly LonLatPair[]): { at: LonLatPair; size: number } {
  let [size, x, y] = [0, 0, 0];
  const [lon0, lat0] = ring[0] ?? [0, 0];
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = fromFirst(ring[i - 1] as LonLatPair);
    const [bx, by] = fromFirst(ring[i] as LonLatPair);
    const cross = ax * by - bx * ay;
    size += cross / 2;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  // Coordinates relative to the first point: far from zero, differences of large products would lose digits.
  function fromFirst([lon, lat]: LonLatPair): LonLatPair {
    return [lon - lon0, lat - lat0];
  }
  return { at: size === 0 ? [lon0, lat0] : [lon0 + x / (6 * size), lat0 + y / (6 * size)], size };
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

const METERS_PER_DEGREE = 111_320;
/** Distance in metres, accurate to a percent over a few kilometres. */
export function distanceMeters([lon0, lat0]: LonLatPair, [lon1, lat1]: LonLatPair): number {
  const x = (lon1 - lon0) * Math.cos(toRadians((lat0 + lat1) / 2));
  return Math.hypot(x, lat1 - lat0) * METERS_PER_DEGREE;
}

export const interpolatePoints = ([lon0, lat0]: LonLatPair, [lon1, lat1]: LonLatPair, share: number): LonLatPair => [
  lon0 + (lon1 - lon0) * share,
  lat0 + (lat1 - lat0) * share,
];
