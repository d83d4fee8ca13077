import { type LonLat, metersBetween } from "@leitstand/geo/lon-lat";
import type { BoundingBox } from "../index/entry";

/** Middle of an area by its rim; of a line, the point half way along; undefined without points. */
export function centreOfWay(points: readonly LonLat[]): LonLat | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return undefined;
  const isClosed = points.length > 3 && first[0] === last[0] && first[1] === last[1];
  return (isClosed ? centroidOfRim(points, first) : undefined) ?? pointsAtSharesAlongLine(points, [0.5])[0] ?? first;
}

/**
 * Centroid of a rim; undefined when it has no inside. Counted from its first point, because areas are tiny and degrees
 * large.
 */
function centroidOfRim(rim: readonly LonLat[], [lon, lat]: LonLat): LonLat | undefined {
  let [area, x, y] = [0, 0, 0];
  for (let at = 0; at + 1 < rim.length; at++) {
    const [start, end] = [rim[at] as LonLat, rim[at + 1] as LonLat];
    const [x0, y0, x1, y1] = [start[0] - lon, start[1] - lat, end[0] - lon, end[1] - lat];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return Math.abs(area) < 1e-14 ? undefined : [lon + x / (3 * area), lat + y / (3 * area)];
}

export const lineLengthInMeters = (points: readonly LonLat[]): number =>
  points.slice(1).reduce((sum, point, at) => sum + metersBetween(points[at] as LonLat, point), 0);

/** The points at these shares (ascending, 0 to 1) of the length of a line. */
export function pointsAtSharesAlongLine(line: readonly LonLat[], shares: readonly number[]): LonLat[] {
  const total = lineLengthInMeters(line);
  const found: LonLat[] = [];
  let [passed, at] = [0, 0];
  for (const share of shares) {
    const wanted = total * share;
    while (at + 2 < line.length && passed + segmentMeters(line, at) < wanted) passed += segmentMeters(line, at++);
    const [start, end] = [line[at] as LonLat, (line[at + 1] ?? line[at]) as LonLat];
    const part = Math.min(1, (wanted - passed) / (segmentMeters(line, at) || 1));
    found.push([start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part]);
  }
  return found;
}

const segmentMeters = (line: readonly LonLat[], at: number) =>
  metersBetween(line[at] as LonLat, (line[at + 1] ?? line[at]) as LonLat);

export function boundingBoxOf(points: readonly LonLat[]): BoundingBox {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)];
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return [least(lons), least(lats), most(lons), most(lats)];
}
