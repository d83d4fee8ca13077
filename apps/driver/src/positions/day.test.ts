import { afterEach, describe, expect, it, vi } from "vitest";
import { boundsOf, dayBefore, dayOf, hoursIn } from "./day.ts";

const vienna = "Europe/Vienna";
const HOUR_MS = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

describe("days in the company's time zone", () => {
  it.each([
    ["2026-03-02", vienna, { begin: "2026-03-01T23:00:00.000Z", hours: 24 }],
    ["2026-03-29", vienna, { begin: "2026-03-28T23:00:00.000Z", hours: 23 }],
    ["2026-10-25", vienna, { begin: "2026-10-24T22:00:00.000Z", hours: 25 }],
    ["2026-03-02", "America/New_York", { begin: "2026-03-02T05:00:00.000Z", hours: 24 }],
    ["2026-03-02", "UTC", { begin: "2026-03-02T00:00:00.000Z", hours: 24 }],
  ])(
    "the day %s in %s begins at local midnight, and has the length of that day there",
    (day, zone, { begin, hours }) => {
      const { from, to } = boundsOf(day, zone);
      expect(new Date(from).toISOString()).toBe(begin);
      expect((to - from) / HOUR_MS).toBe(hours);
      expect(dayOf(from, zone)).toBe(day);
      expect(dayOf(from - 1, zone)).toBe(dayBefore(day, 1));
      expect(hoursIn(zone)(from)).toBe(0);
      expect(hoursIn(zone)(to - 1)).toBe(23);
    },
  );

  it("days are the same in a browser that writes the dates of every locale as 3/2/26", () => {
    const { format } = new Intl.DateTimeFormat("en-US", { timeZone: vienna, dateStyle: "short" });
    vi.spyOn<{ format: unknown }, "format">(Intl.DateTimeFormat.prototype, "format", "get").mockReturnValue(format);
    expect(dayOf(Date.parse("2026-03-01T23:30:00Z"), vienna)).toBe("2026-03-02");
    expect(new Date(boundsOf("2026-03-02", vienna).from).toISOString()).toBe("2026-03-01T23:00:00.000Z");
  });

  it("the day before another is found over the ends of months and years", () => {
    expect(dayBefore("2026-03-01", 1)).toBe("2026-02-28");
    expect(dayBefore("2025-12-31", -1)).toBe("2026-01-01");
  });
});
