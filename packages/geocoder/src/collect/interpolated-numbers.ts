import type { LonLat } from "@leitstand/geo/lon-lat";
import { lineLengthInMeters, pointsAtSharesAlongLine } from "./way-shape";

export interface HouseNumberPoint {
  readonly number: string;
  readonly at: LonLat;
}

export interface HouseNumberInterpolationWay {
  readonly houses: readonly HouseNumberPoint[];
  /** False where some numbers, or the scheme, cannot be read, or fewer than two nodes have a number. */
  readonly isUnderstood: boolean;
}

/** Maximum number of houses between two numbers; more are an error of the mapper. */
const INTERPOLATED_HOUSES_MAX = 500;

/**
 * Houses between the numbered nodes of an `addr:interpolation` way (wiki.openstreetmap.org/wiki/Addresses), evenly
 * along it; the numbered nodes themselves are not repeated. `scheme` is odd, even, all, alphabetic or a step in digits.
 */
export function interpolateHouseNumbers(
  line: readonly { readonly at: LonLat; readonly number: string | undefined }[],
  scheme: string,
): HouseNumberInterpolationWay {
  const numbered = [...line.keys()].filter((at) => line[at]?.number !== undefined);
  let isUnderstood = numbered.length > 1;
  const houses = numbered.slice(1).flatMap((end, pair) => {
    const start = numbered[pair] as number;
    const piece = line.slice(start, end + 1).map(({ at }) => at);
    const between = numbersBetween(line[start]?.number ?? "", line[end]?.number ?? "", scheme);
    isUnderstood &&= between !== undefined;
    if (!between || lineLengthInMeters(piece) === 0) return [];
    const points = pointsAtSharesAlongLine(
      piece,
      between.map((_, at) => (at + 1) / (between.length + 1)),
    );
    return between.map((number, at) => ({ number, at: points[at] as LonLat }));
  });
  return { houses, isUnderstood };
}

/** Numbers between two others; undefined where they cannot be read. */
function numbersBetween(first: string, last: string, scheme: string): string[] | undefined {
  if (scheme === "alphabetic") return lettersBetween(first, last);
  const step = scheme === "odd" || scheme === "even" ? 2 : scheme === "all" ? 1 : Number(scheme);
  const [from, to] = [Number.parseInt(first, 10), Number.parseInt(last, 10)];
  const count = Math.ceil(Math.abs(to - from) / step) - 1;
  if (!(step >= 1) || !(count <= INTERPOLATED_HOUSES_MAX)) return undefined;
  const direction = to > from ? step : -step;
  return Array.from({ length: Math.max(0, count) }, (_, at) => String(from + direction * (at + 1)));
}

/** Letters between two numbers: "12a" to "12d" has b and c between. */
function lettersBetween(first: string, last: string): string[] | undefined {
  const [start, end] = [/^(\d+)([a-z])$/i.exec(first), /^(\d+)([a-z])$/i.exec(last)];
  if (!start?.[2] || !end?.[2] || start[1] !== end[1]) return undefined;
  const [from, to] = [start[2].charCodeAt(0), end[2].charCodeAt(0)];
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, at) => start[1] + String.fromCharCode(from + at + 1));
}
