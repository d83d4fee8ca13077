/**
 * Damerau-Levenshtein distance in its restricted form (optimal string alignment): how many letters were left out, added,
 * replaced or swapped with their neighbour. Works on code units, without allocation, and gives up above a bound.
 */

type LetterCodes = ArrayLike<number>;

const TEXT_LENGTH_MAX = 256;
// Rows of the distance table. Three are enough, because a swap of letters looks back two rows; every call overwrites
// them.
const distanceRows = [
  new Uint16Array(TEXT_LENGTH_MAX + 1),
  new Uint16Array(TEXT_LENGTH_MAX + 1),
  new Uint16Array(TEXT_LENGTH_MAX + 1),
];

/** The distance, or `bound + 1` when it is larger than `bound`. Texts beyond 256 code units count as out of bound. */
export function editDistance(left: LetterCodes, right: LetterCodes, bound: number): number {
  let [leftEnd, rightEnd, start] = [left.length, right.length, 0];
  if (Math.abs(leftEnd - rightEnd) > bound || Math.max(leftEnd, rightEnd) > TEXT_LENGTH_MAX) return bound + 1;
  while (leftEnd > 0 && rightEnd > 0 && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd--;
    rightEnd--;
  }
  while (start < leftEnd && start < rightEnd && left[start] === right[start]) start++;
  const [height, width] = [leftEnd - start, rightEnd - start];
  if (height === 0 || width === 0) return Math.max(height, width);
  return distanceOfMiddle({ left, right, start, height, width, bound });
}

interface DifferingMiddle {
  readonly left: LetterCodes;
  readonly right: LetterCodes;
  readonly start: number;
  readonly height: number;
  readonly width: number;
  readonly bound: number;
}

function distanceOfMiddle({ left, right, start, height, width, bound }: DifferingMiddle): number {
  let [before, above, row] = distanceRows as [Uint16Array, Uint16Array, Uint16Array];
  for (let x = 0; x <= width; x++) above[x] = x;
  for (let y = 1; y <= height; y++) {
    row[0] = y;
    let least = y;
    const letter = left[start + y - 1];
    for (let x = 1; x <= width; x++) {
      const other = right[start + x - 1];
      let cost = Math.min(
        (above[x] as number) + 1,
        (row[x - 1] as number) + 1,
        (above[x - 1] as number) + Number(letter !== other),
      );
      const isSwap = x > 1 && y > 1 && letter === right[start + x - 2] && left[start + y - 2] === other;
      if (isSwap) cost = Math.min(cost, (before[x - 2] as number) + 1);
      row[x] = cost;
      if (cost < least) least = cost;
    }
    // A swap may still take one from the row before, so only a row well above the bound ends it.
    if (least > bound + 1) return bound + 1;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[width] as number, bound + 1);
}
