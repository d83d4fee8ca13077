/** Address of a tile: zoom, column from the west, row from the north. */
export interface TileCoordinates {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Position of a tile in an archive: zoom after zoom, within a zoom along Hilbert's curve, so that neighbours on the map
 * are neighbours in the file (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 */
export function tileIdOf({ z, x, y }: TileCoordinates): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [isEast, isSouth] = [column >= side ? 1 : 0, row >= side ? 1 : 0];
    id += side * side * ((3 * isEast) ^ isSouth);
    column -= isEast * side;
    row -= isSouth * side;
    // Each quarter is a curve of its own, two of them turned.
    if (isSouth === 0) {
      if (isEast === 1) [column, row] = [side - 1 - column, side - 1 - row];
      [column, row] = [row, column];
    }
  }
  return id;
}
