import { expect, it } from "vitest";
import { layoutWithoutFail, skipMissingAnchors, type LayoutText } from "./text-shaping";

/** Layout of a font whose letters are ten wide; it fails for what `fails` names. */
const createTestLayout =
  (fails: (text: string, isPlaced: boolean) => boolean): LayoutText =>
  (text, features) => {
    const isPlaced = features === undefined || Array.isArray(features);
    if (fails(text, isPlaced)) throw new TypeError("no anchor");
    const glyphs = Array.from(text, (letter) => (isPlaced ? letter : letter.toUpperCase()));
    const positions = glyphs.map(() => ({ xAdvance: 10 }));
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
const drawn = (fails: (text: string, isPlaced: boolean) => boolean) =>
  layoutWithoutFail(createTestLayout(fails), "abc").glyphs.join("");

it("a text is laid out with its marks placed, and without where the font fails at placing them", () => {
  expect(drawn(() => false)).toBe("abc");
  expect(drawn((_, isPlaced) => isPlaced)).toBe("ABC");
});

it("a text that a font cannot lay out at all is laid out letter by letter, with a space for a letter that fails", () => {
  expect(drawn((text) => text.length > 1)).toBe("ABC");
  expect(drawn((text) => text.length > 1 || text === "b")).toBe("A C");
});

it("the width of a text that is laid out letter by letter follows the scale of its positions", () => {
  const run = layoutWithoutFail(
    createTestLayout((text) => text.length > 1),
    "abc",
  );
  expect(run.advanceWidth).toBe(30);
  for (const position of run.positions as { xAdvance: number }[]) position.xAdvance *= 2;
  expect(run.advanceWidth).toBe(60);
});

it("a table of a font without a place for a mark leaves the mark to the next table", () => {
  const placer = {
    applyLookup: (kind: number) => {
      if (kind === 4) throw new TypeError("no anchor");
      return true;
    },
  };
  skipMissingAnchors(placer);
  expect([placer.applyLookup(4), placer.applyLookup(1)]).toEqual([false, true]);
});
