import { type LonLat, metersBetween } from "../lon-lat";
import type { groupArcsByState } from "../roads/main-component";
import { MinHeap } from "../roads/min-heap";
import type { RoadNetwork } from "../roads/road-network";
import { roadPointAt } from "../roads/turn-graph";
import type { NoRoadNearbyAnswer } from "./answer";
import type { RouteEndpoint } from "./ends";
import { outlinePolygonsOfRaster } from "./outline";

/** Reachable area within a time, as the coordinates of a GeoJSON MultiPolygon. */
export type ReachableAnswer =
  | { readonly kind: "area"; readonly coordinates: readonly (readonly (readonly LonLat[])[])[] }
  | Omit<NoRoadNearbyAnswer, "index">;

/** Distance from a reached road that counts as reached: metres, and a cell of the grid at least. */
const CELL_METERS_MIN = 60;
const CELLS_MAX = 300;
const METERS_PER_DEGREE = 111_195;

interface ReachableStart {
  readonly network: RoadNetwork;
  readonly leaving: ReturnType<typeof groupArcsByState>;
  readonly origins: readonly RouteEndpoint[];
  readonly location: LonLat;
  readonly seconds: number;
}

/** The area around all roads that are reached in time; roads with limited access are left out unless one starts there. */
export function computeReachableArea(start: ReachableStart): LonLat[][][] {
  const arrivals = arrivalsWithin(start);
  const points = reachedPoints(start, arrivals);
  const [west, east] = minAndMaxOf(points.map(([lon]) => lon));
  const [south, north] = minAndMaxOf(points.map(([, lat]) => lat));
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const widest = Math.max((east - west) * shrink, north - south) * METERS_PER_DEGREE;
  const cell = Math.max(CELL_METERS_MIN, widest / CELLS_MAX) / METERS_PER_DEGREE;
  const size = { x: cell / shrink, y: cell };
  // One cell of margin on each side holds the roads' own surroundings, another one the border.
  const corner: LonLat = [west - 2 * size.x, south - 2 * size.y];
  const columns = Math.ceil((east - west) / size.x) + 5;
  const rows = Math.ceil((north - south) / size.y) + 5;
  const isIn = new Uint8Array(columns * rows);
  for (const [lon, lat] of points) {
    const at = Math.floor((lat - corner[1]) / size.y) * columns + Math.floor((lon - corner[0]) / size.x);
    for (const row of [-columns, 0, columns]) for (const column of [-1, 0, 1]) isIn[at + row + column] = 1;
  }
  return outlinePolygonsOfRaster({ columns, rows, isIn }, ([column, row]) => [
    corner[0] + column * size.x,
    corner[1] + row * size.y,
  ]);
}

/**
 * Milliseconds until the beginning of each state's edge, by Dijkstra's algorithm; negative where the drive starts in
 * its middle.
 */
function arrivalsWithin({ network, leaving, origins, seconds }: ReachableStart): Map<number, number> {
  const { heads, weights, durations } = network.graph;
  const arrivals = new Map<number, number>();
  const heap = new MinHeap();
  const reach = (state: number, milliseconds: number) => {
    if (milliseconds > seconds * 1000 || (arrivals.get(state) ?? Number.POSITIVE_INFINITY) <= milliseconds) return;
    arrivals.set(state, milliseconds);
    heap.push(state, milliseconds);
  };
  for (const { state, durationBefore } of origins) reach(state, -durationBefore);
  while (heap.size > 0) {
    const milliseconds = heap.minKey();
    const state = heap.pop();
    if (milliseconds > (arrivals.get(state) as number)) continue;
    for (let at = leaving.first[state] as number; at < (leaving.first[state + 1] as number); at++) {
      const arc = leaving.arcs[at] as number;
      // Weight beyond the time marks the entry to a part that is open only for business there.
      if (weights[arc] === durations[arc]) reach(heads[arc] as number, milliseconds + (durations[arc] as number));
    }
  }
  return arrivals;
}

/** Points on the reached parts of roads, close enough for no cell to be left out. */
function reachedPoints(
  { network, seconds, origins, location }: ReachableStart,
  arrivals: ReadonlyMap<number, number>,
): LonLat[] {
  const { pieces, graph } = network;
  const started = new Map(origins.map(({ state, share }) => [state, share]));
  const points: LonLat[] = [location];
  for (const [state, milliseconds] of arrivals) {
    const edge = graph.edges[state] as number;
    const whole = Math.max(1, pieces.durations[edge] as number);
    const until = (Math.min(1, (seconds * 1000 - milliseconds) / whole) * (pieces.lengths[edge >> 1] as number)) / 100;
    const from = milliseconds < 0 ? ((started.get(state) ?? 0) * (pieces.lengths[edge >> 1] as number)) / 100 : 0;
    addPointsBetween(points, edgeShapeOf(network, edge), { from, until });
  }
  return points;
}

function edgeShapeOf({ pieces }: RoadNetwork, edge: number): LonLat[] {
  const [first, after] = [pieces.firstPoint[edge >> 1] as number, pieces.firstPoint[(edge >> 1) + 1] as number];
  const shape = Array.from({ length: after - first }, (_, index) => roadPointAt(pieces, first + index));
  return (edge & 1) === 0 ? shape : shape.toReversed();
}

function addPointsBetween(
  points: LonLat[],
  shape: readonly LonLat[],
  { from, until }: { from: number; until: number },
) {
  let driven = 0;
  for (const [index, point] of shape.entries()) {
    const before = shape[index - 1] ?? point;
    const meters = metersBetween(before, point);
    const parts = Math.max(1, Math.ceil(meters / (CELL_METERS_MIN / 2)));
    for (let part = 0; part <= parts; part++) {
      const along = driven + (meters * part) / parts;
      if (along < from || along > until) continue;
      const share = part / parts;
      points.push([before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]);
    }
    driven += meters;
  }
}

function minAndMaxOf(values: readonly number[]): readonly [number, number] {
  return values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
