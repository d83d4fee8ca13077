import type { LonLat } from "../lon-lat";
import { COORDINATE_UNITS_PER_DEGREE, type RoadPieces } from "./road-pieces";
import type { TurnGraph } from "./turn-graph";

/**
 * Land that a network knows, in cells of a coarse grid: those with a road, and those that roads enclose, such as lakes
 * and summits. Roads may exist elsewhere that the network does not know, also inside of its convex hull. Plain data,
 * which threads can send to each other.
 */
export interface RoadCoverage {
  readonly west: number;
  readonly south: number;
  /** Sides of a cell in degrees. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** 1 for each known cell, row after row from the south. */
  readonly known: Uint8Array<ArrayBuffer>;
}

const METERS_PER_DEGREE = 111_195;
const CELL_METERS = 1_000;
/** Maximum number of cells; a map with more has greater ones. A country has less than a million. */
const CELLS_MAX = 4_000_000;
/** Values of cells while the grid is made; all others are empty. */
const ROAD = 1;
const OPEN = 2;

interface RoadLines {
  readonly pieces: Pick<RoadPieces, "count" | "firstPoint" | "lons" | "lats">;
  readonly graph: Pick<TurnGraph, "stateOf">;
}

/**
 * Roads that are not joined to the main part of the network count for nothing, as routes neither begin nor end there:
 * those of an island, or of a second region in the same map.
 */
export function coverageOfRoads({ pieces, graph: { stateOf } }: RoadLines): RoadCoverage {
  const { count, firstPoint, lons, lats } = pieces;
  const grid = emptyGridAround(lons, lats);
  for (let piece = 0; piece < count; piece++) {
    if ((stateOf[2 * piece] as number) < 0 && (stateOf[2 * piece + 1] as number) < 0) continue;
    const last = (firstPoint[piece + 1] as number) - 1;
    for (let point = firstPoint[piece] as number; point < last; point++) {
      markLine(grid, degreesOf(lons, lats, point), degreesOf(lons, lats, point + 1));
    }
  }
  openFromRim(grid);
  return { ...grid, known: grid.known.map((cell) => (cell === OPEN ? 0 : 1)) };
}

const degreesOf = (lons: Int32Array, lats: Int32Array, point: number): LonLat => [
  (lons[point] as number) / COORDINATE_UNITS_PER_DEGREE,
  (lats[point] as number) / COORDINATE_UNITS_PER_DEGREE,
];

/** Grid with an empty cell on each side of the points. */
function emptyGridAround(lons: Int32Array, lats: Int32Array): RoadCoverage {
  const [west, east] = extentOf(lons);
  const [south, north] = extentOf(lats);
  const shrink = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const cells = ((east - west) * shrink * (north - south) * METERS_PER_DEGREE ** 2) / CELL_METERS ** 2;
  const height = (CELL_METERS / METERS_PER_DEGREE) * Math.max(1, Math.sqrt(cells / CELLS_MAX));
  const width = height / shrink;
  const [columns, rows] = [Math.ceil((east - west) / width) + 3, Math.ceil((north - south) / height) + 3];
  const known = new Uint8Array(columns * rows);
  return { west: west - width, south: south - height, width, height, columns, rows, known };
}

function extentOf(column: Int32Array): readonly [least: number, most: number] {
  if (column.length === 0) return [0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of column) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least / COORDINATE_UNITS_PER_DEGREE, most / COORDINATE_UNITS_PER_DEGREE];
}

/** Marks the cells of a straight road so that each touches the next, at a side or a corner. */
function markLine(grid: RoadCoverage, from: LonLat, to: LonLat): void {
  const [east, north] = [to[0] - from[0], to[1] - from[1]];
  const steps = Math.ceil(2 * Math.max(Math.abs(east) / grid.width, Math.abs(north) / grid.height, 0.5));
  for (let step = 0; step <= steps; step++) {
    const cell = cellAt(grid, [from[0] + (east * step) / steps, from[1] + (north * step) / steps]);
    if (cell !== undefined) grid.known[cell] = ROAD;
  }
}

function cellAt({ west, south, width, height, columns, rows }: RoadCoverage, [lon, lat]: LonLat): number | undefined {
  const [column, row] = [Math.floor((lon - west) / width), Math.floor((lat - south) / height)];
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : undefined;
}

/** Opens all empty cells to which a way leads from the rim over the sides of empty ones. */
function openFromRim({ columns, known }: RoadCoverage): void {
  // The first cell is empty, as is all of the rim.
  const reached = [0];
  known[0] = OPEN;
  for (let cell = reached.pop(); cell !== undefined; cell = reached.pop()) {
    const column = cell % columns;
    const beside = [cell - columns, cell + columns];
    if (column > 0) beside.push(cell - 1);
    if (column < columns - 1) beside.push(cell + 1);
    for (const next of beside) {
      if (known[next] !== 0) continue;
      known[next] = OPEN;
      reached.push(next);
    }
  }
}

/** Whether a known cell lies less than `margin_meters` from a place; the margin is at most half a cell. */
export function isWithinRoadCoverage(coverage: RoadCoverage, [lon, lat]: LonLat, margin_meters = 0): boolean {
  const north = margin_meters / METERS_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [-1, 0, 1].some((x) =>
    [-1, 0, 1].some((y) => {
      const cell = cellAt(coverage, [lon + x * east, lat + y * north]);
      return cell !== undefined && coverage.known[cell] === 1;
    }),
  );
}
