import { describe, expect, it } from "vitest";
import { earliestAcceptedFixMs, findPositionFixFault, roundDegrees, roundToHundredths } from "./fix";

const now = new Date("2026-03-02T08:00:00Z");
const fixesAt = (...times: readonly string[]) => times.map((time) => ({ lat: 47, lon: 15, time }));

describe("a fix", () => {
  it.each<[string, readonly string[], object | undefined]>([
    ["of now", ["2026-03-02T08:00:00Z"], undefined],
    ["five minutes ahead", ["2026-03-02T08:05:00Z"], undefined],
    ["further ahead", ["2026-03-02T08:00:00Z", "2026-03-02T08:05:01Z"], { index: 1, rule: "future" }],
    ["in another zone", ["2026-03-02T09:05:00+01:00"], undefined],
    ["of last year", ["2025-03-02T08:00:00Z"], undefined],
    ["at an invalid time", ["2026-03-02T08:00:00Z", "yesterday"], { index: 1, rule: "format" }],
  ])("a position fix %s is accepted or refused by its time", (_title, times, fault) => {
    expect(findPositionFixFault(fixesAt(...times), now)).toEqual(fault);
  });

  it("a position fix is stored for sixty days", () => {
    expect(new Date(earliestAcceptedFixMs(now)).toISOString()).toBe("2026-01-01T08:00:00.000Z");
  });

  it("a position fix is rounded to the precision of a receiver", () => {
    expect(roundDegrees(47.123_456_789)).toBe(47.123_456_8);
    expect(roundDegrees(-1e-9)).toBe(-0);
    expect(roundToHundredths(1e-50)).toBe(0);
    expect(roundToHundredths(13.888)).toBe(13.89);
  });
});
