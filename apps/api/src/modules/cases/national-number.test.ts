import { describe, expect, it } from "vitest";
import { nationalNumber } from "./national-number";

describe("a number that somebody searches for", () => {
  it.each([
    ["+436601234567", "06601234567"],
    ["+390612345678", "0612345678"],
    ["unbekannt", undefined],
  ])("is found as it is dialled within its country: %s by %s", (number, dialled) => {
    expect(nationalNumber(number)).toBe(dialled);
  });
});
