import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance";
import { letterCodesOf } from "./lexicon";

const distanceOfTexts = (left: string, right: string, bound = 10) =>
  editDistance(letterCodesOf(left), letterCodesOf(right), bound);

/** The definition of the distance itself, without any shortcut. */
function distanceByDefinition(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, y) =>
    Array.from({ length: right.length + 1 }, (__, x) => (y === 0 ? x : x === 0 ? y : 0)),
  );
  const at = (y: number, x: number) => table[y]?.[x] ?? Number.POSITIVE_INFINITY;
  for (let y = 1; y <= left.length; y++) {
    for (let x = 1; x <= right.length; x++) {
      const isSwap = x > 1 && y > 1 && left[y - 1] === right[x - 2] && left[y - 2] === right[x - 1];
      const replaced = at(y - 1, x - 1) + Number(left[y - 1] !== right[x - 1]);
      const swapped = isSwap ? at(y - 2, x - 2) + 1 : Number.POSITIVE_INFINITY;
      (table[y] as number[])[x] = Math.min(at(y - 1, x) + 1, at(y, x - 1) + 1, replaced, swapped);
    }
  }
  return at(left.length, right.length);
}

describe("typing errors between two words", () => {
  it.each([
    ["herrengasse", "herrengasse", 0],
    ["herrengasse", "herengasse", 1],
    ["herrengasse", "herrenngasse", 1],
    ["herrengasse", "herrengesse", 1],
    ["herrengasse", "hererngasse", 1],
    ["", "weg", 3],
    ["graz", "linz", 3],
  ])("the edit distance from %s to %s is %i", (left, right, slips) => expect(distanceOfTexts(left, right)).toBe(slips));

  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
  it("the edit distance of random words equals its definition, up to the limit", () => {
    fc.assert(
      fc.property(word, word, fc.nat(12), (left, right, bound) => {
        expect(distanceOfTexts(left, right, bound)).toBe(Math.min(distanceByDefinition(left, right), bound + 1));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});
