import { describe, expect, it } from "vitest";
import { foldCaseAndAccents } from "./fold.ts";

describe("what is typed in a hurry", () => {
  it.each([
    ["Müller", "muller"],
    ["STRAẞE", "strasse"],
    ["Weißgasse", "weissgasse"],
    ["Café", "cafe"],
    ["Cafe\u0301", "cafe"],
    ["Őrség", "orseg"],
    ["ﬁn Nº 4", "fin no 4"],
    ["Yıldız", "yildiz"],
    ["İzmir", "izmir"],
  ])("foldCaseAndAccents reduces %s to the search key %s", (text, folded) =>
    expect(foldCaseAndAccents(text)).toBe(folded),
  );
});
