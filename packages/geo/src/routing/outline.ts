import type { LonLat } from "../lon-lat";

/** Cells of a grid that belong to an area; `columns * rows` of them, row after row from the south-west. */
export interface GridRaster {
  readonly columns: number;
  readonly rows: number;
  readonly isIn: Uint8Array;
}

/** Corner of the grid: column and row, from 0 to `columns` and `rows`. */
type GridCorner = readonly [column: number, row: number];
/** Directions: east, north, west, south. */
const gridDirections: readonly GridCorner[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Polygons around the cells, as GeoJSON orders them: the rim first and anticlockwise, then its holes clockwise. */
export function outlinePolygonsOfRaster(raster: GridRaster, placeOf: (corner: GridCorner) => LonLat): LonLat[][][] {
  const rings = traceRings(raster);
  const rims = rings.filter((ring) => ringArea(ring) > 0).toSorted((ring, other) => ringArea(ring) - ringArea(other));
  const polygons = new Map(rims.map((rim) => [rim, [rim]]));
  for (const hole of rings.filter((ring) => ringArea(ring) < 0)) {
    // The smallest rim around a hole is its own; a rim around that one contains it too.
    const rim = rims.find((other) => ringContains(other, cellInsideHole(hole)));
    if (rim) polygons.get(rim)?.push(hole);
  }
  return [...polygons.values()].map((polygon) => polygon.map((ring) => closeRing(ring).map(placeOf)));
}

/** Walks along the border with the area on the left; where two cells meet at a corner only, it stays with its own. */
function traceRings({ columns, rows, isIn }: GridRaster): GridCorner[][] {
  const holds = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < columns && row < rows && isIn[row * columns + column] === 1;
  const borders = new Set<number>();
  const keyOf = ([column, row]: GridCorner, direction: number) => (row * (columns + 1) + column) * 4 + direction;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (!holds(column, row)) continue;
      if (!holds(column, row - 1)) borders.add(keyOf([column, row], 0));
      if (!holds(column + 1, row)) borders.add(keyOf([column + 1, row], 1));
      if (!holds(column, row + 1)) borders.add(keyOf([column + 1, row + 1], 2));
      if (!holds(column - 1, row)) borders.add(keyOf([column, row + 1], 3));
    }
  const rings: GridCorner[][] = [];
  for (const start of borders) {
    const ring: GridCorner[] = [];
    let [direction, corner] = [start % 4, cornerAtIndex(Math.floor(start / 4), columns + 1)];
    for (let key = start; borders.delete(key); key = keyOf(corner, direction)) {
      const [east, north] = gridDirections[direction] as GridCorner;
      const last = direction;
      const next: GridCorner = [corner[0] + east, corner[1] + north];
      direction = [1, 0, 3].map((turn) => (last + turn) % 4).find((way) => borders.has(keyOf(next, way))) ?? last;
      ring.push(corner);
      corner = next;
    }
    rings.push(removeStraightCorners(ring));
  }
  return rings;
}

const cornerAtIndex = (index: number, width: number): GridCorner => [index % width, Math.floor(index / width)];

/** Corners at which the border bends. */
function removeStraightCorners(ring: readonly GridCorner[]): GridCorner[] {
  return ring.filter((corner, index) => {
    const before = ring.at(index - 1) as GridCorner;
    const after = ring[(index + 1) % ring.length] as GridCorner;
    return (corner[0] - before[0]) * (after[1] - corner[1]) !== (corner[1] - before[1]) * (after[0] - corner[0]);
  });
}

const closeRing = (ring: readonly GridCorner[]) => [...ring, ring[0] as GridCorner];

/** Area of a ring; positive when it runs anticlockwise. */
function ringArea(ring: readonly GridCorner[]): number {
  return ring.reduce((sum, [column, row], index) => {
    const [nextColumn, nextRow] = ring[(index + 1) % ring.length] as GridCorner;
    return sum + (column * nextRow - nextColumn * row) / 2;
  }, 0);
}

/** The middle of a cell that lies beside the first border of a hole, outside of the hole. */
function cellInsideHole([first, second]: readonly GridCorner[]): GridCorner {
  const [from, to] = [first as GridCorner, second as GridCorner];
  const [east, north] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  return [from[0] + east / 2 - north / 2, from[1] + north / 2 + east / 2];
}

function ringContains(ring: readonly GridCorner[], [column, row]: GridCorner): boolean {
  let isInside = false;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as GridCorner;
    if (y > row !== nextY > row && column < x + ((row - y) / (nextY - y)) * (nextX - x)) isInside = !isInside;
  }
  return isInside;
}
