import { describe, expect, it } from "vitest";
import { joinLinesIntoRings, groupRingsIntoPolygons } from "./rings";

/** Nodes named by letters of the alphabet. */
const nodesOfLetters = (letters: string) => Array.from(letters, (letter) => letter.charCodeAt(0) - 65);
const lettersOfRing = (ring: readonly number[]) => String.fromCharCode(...ring.map((node) => node + 65));
const joinLetterLines = (...lines: string[]) =>
  joinLinesIntoRings(lines.map(nodesOfLetters))
    .map((ring) => Array.from(lettersOfRing(ring)).toSorted().join(""))
    .toSorted();

describe("lines that are joined to rings", () => {
  it.each([
    ["one that is closed", ["ABCA"], ["ABC"]],
    ["pieces in any order and direction", ["AB", "DC", "DA", "BC"], ["ABCD"]],
    ["two rings that touch in a node", ["ABX", "XCA", "XDE", "EFX"], ["ABCX", "DEFX"]],
    ["two rings that touch where the first line begins", ["XAB", "BCX", "XDE", "EFX"], ["ABCX", "DEFX"]],
    ["a chain of three", ["XAY", "YBX", "YCZ", "ZDY"], ["ABXY", "CDYZ"]],
    ["what does not close", ["AB", "BC", "DEFD"], ["DEF"]],
    ["a line there and back", ["AB", "BA"], []],
    ["nothing", [], []],
  ])("the tile import joins lines to rings for %s", (_, lines, rings) =>
    expect(joinLetterLines(...lines)).toEqual(rings),
  );

  it("the tile import joins lines to rings in time proportional to their number", () => {
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, node) => [node, (node + 1) % count]);
    expect(joinLinesIntoRings(lines).map(({ length }) => length)).toEqual([count]);
  });
});

describe("rings that are sorted into polygons", () => {
  /** Squares around the origin or another place, by half their width. */
  const squares = (...sizes: readonly (readonly [reach: number, x?: number, y?: number])[]) => {
    const corners = sizes.flatMap(([reach, x = 0, y = 0]) => [
      [x - reach, y - reach],
      [x + reach, y - reach],
      [x + reach, y + reach],
      [x - reach, y + reach],
    ]);
    const plane = {
      xs: Float64Array.from(corners, ([x = 0]) => x),
      ys: Float64Array.from(corners, ([, y = 0]) => y),
    };
    const rings = sizes.map((_, index) => [0, 1, 2, 3].map((corner) => 4 * index + corner));
    return groupRingsIntoPolygons(rings, plane).map((polygon) => polygon.map(([corner = 0]) => sizes[corner / 4]?.[0]));
  };

  it.each([
    ["one alone", [[9]], [[9]]],
    ["a hole", [[1], [9]], [[9, 1]]],
    [
      "an island in the hole, and a pond on it",
      [[9], [7], [5], [3]],
      [
        [9, 7],
        [5, 3],
      ],
    ],
    [
      "two beside one another",
      [
        [2, -5],
        [3, 5],
      ],
      [[2], [3]],
    ],
    [
      "two holes, each in its own",
      [
        [4, -5],
        [3, 5],
        [1, -5],
        [2, 5],
      ],
      [
        [4, 1],
        [3, 2],
      ],
    ],
    ["a hole that touches the outline in a corner", [[4], [1, -3, -3]], [[4, 1]]],
  ] as [string, [number, number?, number?][], number[][]][])(
    "the tile import assigns rings to polygons: %s",
    (_, sizes, polygons) => expect(squares(...sizes)).toEqual(polygons),
  );
});
