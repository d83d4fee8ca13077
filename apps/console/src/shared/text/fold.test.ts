import { describe, expect, it } from "vitest";
import { fold } from "./fold.ts";

describe("what is typed in a hurry", () => {
  it.each([
    ["Müller", "muller"],
    ["STRAẞE", "strasse"],
    ["Weißgasse", "weissgasse"],
    ["Café", "cafe"],
    ["Cafe\u0301", "cafe"],
    ["Őrség", "orseg"],
    ["ﬁn Nº 4", "fin no 4"],
  ])("folding finds %s as %s", (text, folded) => expect(fold(text)).toBe(folded));
});
