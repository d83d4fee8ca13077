import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMsOf } from "../testing/accuracy";
import { smallTown } from "../testing/small-town";
import { buildIndex } from "./index/build-index";
import { searchForward, searchStructured } from "./search/forward";
import { searchReverse } from "./search/reverse";

const index = buildIndex(smallTown);

/** Far above what any of it takes, and far below what a search that got lost would take. */
const CPU_MS_MAX = 250;

const isSound = (answers: ReturnType<typeof searchForward>) =>
  answers.length <= 5 &&
  answers.every(
    ({ confidence, lon, lat, label }) =>
      confidence >= 0 && confidence <= 1 && Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && label !== "",
  );

describe("text that nobody would call an address", () => {
  it.each([
    ["nothing", ""],
    ["blanks", " \t\n  "],
    ["ten thousand letters", "Herrengasse".repeat(1000)],
    ["ten thousand words", "Graz ".repeat(10_000)],
    ["ten thousand numbers", "12 ".repeat(10_000)],
    ["digits only", "1".repeat(10_000)],
    ["commas only", ",".repeat(10_000)],
    ["accents without letters", "\u0301".repeat(10_000)],
    ["emoji", "🚑🏥👨‍👩‍👧‍👦 3"],
    ["half an emoji", "\ud83d Herrengasse \ude91"],
    ["right to left", "شارع الحمراء ١٢ بيروت"],
    ["control characters", "\u0000\u0007\u001b[31mHerrengasse\u202e 3"],
    ["a statement", "'; drop table addresses; -- Graz"],
    ["a pattern", "(a+)+$ [\\p{L}]* .*?{1,9999} \\"],
    ["a pattern's worst case", `${"1 a - ".repeat(5000)}!`],
    ["numbers joined for ever", "1-1".repeat(5000)],
    ["names of objects", "__proto__ constructor toString hasOwnProperty"],
  ])("is answered soundly and in time: %s", (_, query) => {
    searchForward(index, query);
    const spent = cpuMsOf(() => {
      expect(isSound(searchForward(index, query))).toBe(true);
      expect(isSound(searchStructured(index, { street: query, city: query, zip_code: query, country: query }))).toBe(
        true,
      );
    });
    expect(spent).toBeLessThan(CPU_MS_MAX);
  });

  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("Herrengasse", "Graz", "8010", "12a", "12-14", ",", "\n", "a. d. ", "top 3", "Str.", "\u0000"),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));

  it("is answered soundly, whatever it is", () => {
    fc.assert(
      fc.property(text, (query) => {
        expect(isSound(searchForward(index, query))).toBe(true);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("may be the name of a street: its houses are found by their point, and asking for it is safe", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), (street) => {
        const odd = buildIndex([{ kind: "address", street, house_number: "1", city: "Graz", lon: 15, lat: 47 }]);
        const [answer] = searchReverse(odd, [15, 47]);
        expect(answer?.street).toBe(street);
        expect(isSound(searchStructured(odd, { street, house_number: "1" }))).toBe(true);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
