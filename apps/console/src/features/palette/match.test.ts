import { describe, expect, it } from "vitest";
import { bestPaletteMatches, rankTextMatch } from "./match.ts";

describe("search in the palette", () => {
  it.each([
    ["Müller Anna", "mull", 2],
    ["Müller Anna", "mueller", 2],
    ["Müller Anna", "anna mü", 2],
    ["Großmann", "grossm", 2],
    ["G 101 BE", "g101", 1],
    ["G 101 BE", "101", 2],
    ["C-2026-000141", "000141", 2],
    ["Schicht Eva", "icht", 1],
    ["Schicht Eva", "eva karl", 0],
  ])("the command palette gives the text %s for the query %s the rank %d", (text, typed, rank) =>
    expect(rankTextMatch(text, typed)).toBe(rank),
  );

  it("the command palette lists the best results first, up to a maximum number", () =>
    expect(
      bestPaletteMatches(["Eggraz", "Graz", "Linz", "Graz Süd"], (text) => text, { typed: "graz", atMost: 2 }),
    ).toEqual(["Graz", "Graz Süd"]));
});
