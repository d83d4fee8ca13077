import type { LonLat } from "../lon-lat";
import type { RoadNetwork } from "../roads/road-network";
import type { RoadPieces } from "../roads/road-pieces";
import { roadPointAt } from "../roads/turn-graph";
import type { RouteEndpoint } from "./ends";
import type { HierarchyPath } from "./hierarchy-search";

/** A way edge by edge, its first and last edge in part. Milliseconds and centimetres. */
export interface TracedPath {
  readonly edges: readonly number[];
  /** Arcs of the hierarchy, from edge `i` to the next one; `NO_ARC` where the search knew of none. */
  readonly arcs: readonly number[];
  /** Durations of the edges, each with the turn into the next one. */
  readonly durations: readonly number[];
  readonly lengths: readonly number[];
  /**
   * Points of the whole line. Edge `i` leads from `points[starts[i]]` to `points[starts[i + 1]]`, where the next one
   * begins.
   */
  readonly points: readonly LonLat[];
  readonly starts: readonly number[];
}

/** Arc into the second edge of a route whose destination lies behind its start on the first. */
export const NO_ARC = -1;

/** A way in terms of the turn graph, and where exactly it begins and ends. */
export interface PathTraceInput {
  /** Edge of the turn graph for each rank of the hierarchy. */
  readonly edgeAt: Uint32Array;
  readonly from: LonLat;
  readonly to: LonLat;
}

/** The edges of a path and its line, cut at its ends. */
export function tracePathEdges(
  { pieces, hierarchy }: RoadNetwork,
  path: HierarchyPath,
  { edgeAt, from, to }: PathTraceInput,
): TracedPath {
  const { seed, destination } = path;
  const edges: number[] = [];
  const arcs: number[] = [];
  const durations: number[] = [];
  if (seed.isAhead) {
    edges.push(seed.end.edge);
    arcs.push(NO_ARC);
    // Time that was driven before the search began.
    durations.push(seed.duration + seed.end.durationBefore);
  }
  for (const rank of path.ranks) edges.push(edgeAt[rank] as number);
  for (const arc of path.arcs) {
    arcs.push(arc);
    durations.push(hierarchy.durations[arc] as number);
  }
  durations.push(destination.durationBefore);
  const last = edges.length - 1;
  const lengths: number[] = [];
  const points: LonLat[] = [from];
  const starts = [0];
  for (let index = 0; index <= last; index++) {
    const edge = edges[index] as number;
    lengths.push(pieces.lengths[edge >> 1] as number);
    if (index > 0 && index < last) addWholeEdge(points, pieces, edge);
    else {
      const [after, before] = [index === 0 ? seed.end : undefined, index === last ? destination : undefined];
      addPartialEdge(points, pieces, { edge, after, before });
    }
    if (index === last) addPoint(points, to);
    starts.push(points.length - 1);
  }
  lengths[last] = destination.lengthBefore;
  (durations[0] as number) -= seed.end.durationBefore;
  (lengths[0] as number) -= seed.end.lengthBefore;
  return { edges, arcs, points, starts, durations, lengths };
}

/** Adds the points of an edge; the first is the last one of the edge before. */
function addWholeEdge(points: LonLat[], pieces: RoadPieces, edge: number) {
  const first = pieces.firstPoint[edge >> 1] as number;
  const last = (pieces.firstPoint[(edge >> 1) + 1] as number) - 1;
  if ((edge & 1) === 0) for (let point = first + 1; point <= last; point++) points.push(roadPointAt(pieces, point));
  else for (let point = last - 1; point >= first; point--) points.push(roadPointAt(pieces, point));
}

/** Edge on which a way begins or ends; the caller adds the place itself. */
interface PartialEdge {
  readonly edge: number;
  readonly after: RouteEndpoint | undefined;
  readonly before: RouteEndpoint | undefined;
}

function addPartialEdge(points: LonLat[], pieces: RoadPieces, { edge, after, before }: PartialEdge) {
  const first = pieces.firstPoint[edge >> 1] as number;
  const last = (pieces.firstPoint[(edge >> 1) + 1] as number) - 1;
  if ((edge & 1) === 0) {
    const end = before?.point ?? last;
    for (let point = after ? after.point + 1 : first; point <= end; point++)
      addPoint(points, roadPointAt(pieces, point));
  } else {
    const end = before ? before.point + 1 : first;
    for (let point = after?.point ?? last; point >= end; point--) addPoint(points, roadPointAt(pieces, point));
  }
}

function addPoint(points: LonLat[], point: LonLat) {
  if (!isSamePoint(points[points.length - 1] as LonLat, point)) points.push(point);
}

/** Whether two points are equal to the centimetre of maps. */
const isSamePoint = ([lon, lat]: LonLat, [otherLon, otherLat]: LonLat) =>
  Math.abs(lon - otherLon) < 1e-7 && Math.abs(lat - otherLat) < 1e-7;

/** Line of several rides, with the points where they meet only once. */
export function joinTracedPathLines(rides: readonly TracedPath[]): readonly LonLat[] {
  const [first, ...others] = rides;
  if (first && others.length === 0) return withTwoPoints(first.points);
  const line = [...(first?.points ?? [])];
  for (const { points } of others) for (const point of points) addPoint(line, point);
  return withTwoPoints(line);
}

/** Line of some consecutive edges: from the first to before `after`. */
export const lineOfConsecutiveEdges = (
  { points, starts }: TracedPath,
  first: number,
  after: number,
): readonly LonLat[] => withTwoPoints(points.slice(starts[first], (starts[after] as number) + 1));

/** A line has two ends, even where start and destination are the same. */
const withTwoPoints = (line: readonly LonLat[]): readonly LonLat[] => (line.length === 1 ? [...line, ...line] : line);
