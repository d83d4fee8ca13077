import { type LonLat, metersBetween } from "../place";
import type { RoadNetwork } from "../roads/road-network";
import type { RoadPieces } from "../roads/road-pieces";
import { pointAt } from "../roads/turn-graph";
import type { Path } from "./hierarchy-search";

/** A way edge by edge, at its ends in part. Milliseconds and centimetres. */
export interface Ride {
  readonly edges: readonly number[];
  /** Of each edge, with the turn into the next one. */
  readonly durations: readonly number[];
  readonly lengths: readonly number[];
  /** The whole line. Edge `i` leads from `points[starts[i]]` to `points[starts[i + 1]]`, where the next one begins. */
  readonly points: readonly LonLat[];
  readonly starts: readonly number[];
}

/** A way in terms of the turn graph, and where exactly it begins and ends. */
export interface RideEnds {
  /** By rank. */
  readonly edgeAt: Uint32Array;
  readonly from: LonLat;
  readonly to: LonLat;
}

/** The edges of a path and its line, cut at its ends. */
export function traceRide(network: RoadNetwork, path: Path, { edgeAt, from, to }: RideEnds): Ride {
  const { seed, destination } = path;
  const edges = path.ranks.map((rank) => edgeAt[rank] as number);
  if (seed.isAhead) edges.unshift(seed.end.edge);
  const last = edges.length - 1;
  const points: LonLat[] = [from];
  const starts = [0];
  for (let index = 0; index <= last; index++) {
    const edge = edges[index] as number;
    const start = index === 0 ? seed.end : undefined;
    const stop = index === last ? destination : undefined;
    if (start || stop) addPart(points, network.pieces, { edge, from: start?.share ?? 0, to: stop?.share ?? 1 });
    else addWhole(points, network.pieces, edge);
    if (stop) addPoint(points, to);
    starts.push(points.length - 1);
  }
  return { edges, points, starts, ...measuresOf(network, path, edges) };
}

function measuresOf(
  { pieces, hierarchy }: RoadNetwork,
  { arcs, seed, destination }: Path,
  edges: readonly number[],
): Pick<Ride, "durations" | "lengths"> {
  const durations = arcs.map((arc) => hierarchy.durations[arc] as number);
  // Who begins with what follows his edge has driven that edge before the search began.
  if (seed.isAhead) durations.unshift(seed.duration + seed.end.durationBefore);
  durations.push(destination.durationBefore);
  const lengths = edges.map((edge) => pieces.lengths[edge >> 1] as number);
  lengths[lengths.length - 1] = destination.lengthBefore;
  (durations[0] as number) -= seed.end.durationBefore;
  (lengths[0] as number) -= seed.end.lengthBefore;
  return { durations, lengths };
}

/** Its first point is the last one of the edge before. */
function addWhole(points: LonLat[], pieces: RoadPieces, edge: number) {
  const first = pieces.firstPoint[edge >> 1] as number;
  const last = (pieces.firstPoint[(edge >> 1) + 1] as number) - 1;
  if ((edge & 1) === 0) for (let point = first + 1; point <= last; point++) points.push(pointAt(pieces, point));
  else for (let point = last - 1; point >= first; point--) points.push(pointAt(pieces, point));
}

interface Part {
  readonly edge: number;
  /** From 0 at the beginning of the edge to 1; what lies at the ends themselves is added by the caller. */
  readonly from: number;
  readonly to: number;
}

function addPart(points: LonLat[], pieces: RoadPieces, { edge, from, to }: Part) {
  const [first, after] = [pieces.firstPoint[edge >> 1] as number, pieces.firstPoint[(edge >> 1) + 1] as number];
  const shape: LonLat[] = [];
  for (let point = first; point < after; point++) shape.push(pointAt(pieces, point));
  if ((edge & 1) === 1) shape.reverse();
  const shares = sharesAlong(shape);
  for (const [index, point] of shape.entries()) {
    const share = shares[index] as number;
    if (share > from && (share < to || to === 1)) addPoint(points, point);
  }
}

function addPoint(points: LonLat[], point: LonLat) {
  if (!isSamePoint(points[points.length - 1] as LonLat, point)) points.push(point);
}

/** To the centimetre that maps are drawn with. */
const isSamePoint = ([lon, lat]: LonLat, [otherLon, otherLat]: LonLat) =>
  Math.abs(lon - otherLon) < 1e-7 && Math.abs(lat - otherLat) < 1e-7;

/** How far along the whole line each of its points lies, from 0 to 1. */
function sharesAlong(points: readonly LonLat[]): number[] {
  let meters = 0;
  const before = points.map((point, index) => (meters += metersBetween(points[index - 1] ?? point, point)));
  return before.map((distance) => (meters === 0 ? 0 : distance / meters));
}

/** The line of several rides, without saying twice where they meet. */
export function lineOf(rides: readonly Ride[]): readonly LonLat[] {
  const [first, ...others] = rides;
  if (first && others.length === 0) return ofTwo(first.points);
  const line = [...(first?.points ?? [])];
  for (const { points } of others) for (const point of points) addPoint(line, point);
  return ofTwo(line);
}

/** What is drawn of some edges in a row: from the first to before `after`. */
export const lineBetween = ({ points, starts }: Ride, first: number, after: number): readonly LonLat[] =>
  ofTwo(points.slice(starts[first], (starts[after] as number) + 1));

/** A line has two ends, even where nobody moves. */
const ofTwo = (line: readonly LonLat[]): readonly LonLat[] => (line.length === 1 ? [...line, ...line] : line);
