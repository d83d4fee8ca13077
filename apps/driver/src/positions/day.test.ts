import { afterEach, describe, expect, it, vi } from "vitest";
import { dayBounds, subtractDays, dayInTimeZone, createHourOfDayFunction } from "./day.ts";

const VIENNA_TIME_ZONE = "Europe/Vienna";
const HOUR_MS = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

describe("days in the company's time zone", () => {
  it.each([
    ["2026-03-02", VIENNA_TIME_ZONE, { begin: "2026-03-01T23:00:00.000Z", hours: 24 }],
    ["2026-03-29", VIENNA_TIME_ZONE, { begin: "2026-03-28T23:00:00.000Z", hours: 23 }],
    ["2026-10-25", VIENNA_TIME_ZONE, { begin: "2026-10-24T22:00:00.000Z", hours: 25 }],
    ["2026-03-02", "America/New_York", { begin: "2026-03-02T05:00:00.000Z", hours: 24 }],
    ["2026-03-02", "UTC", { begin: "2026-03-02T00:00:00.000Z", hours: 24 }],
  ])("the day %s in %s begins at local midnight, and is 23, 24 or 25 hours long", (day, zone, { begin, hours }) => {
    const { from, to } = dayBounds(day, zone);
    expect(new Date(from).toISOString()).toBe(begin);
    expect((to - from) / HOUR_MS).toBe(hours);
    expect(dayInTimeZone(from, zone)).toBe(day);
    expect(dayInTimeZone(from - 1, zone)).toBe(subtractDays(day, 1));
    expect(createHourOfDayFunction(zone)(from)).toBe(0);
    expect(createHourOfDayFunction(zone)(to - 1)).toBe(23);
  });

  it.each([
    ["2027-03-28", "Atlantic/Azores", "2027-03-28T01:00:00.000Z"],
    ["2026-03-08", "America/Havana", "2026-03-08T05:00:00.000Z"],
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  ])("the day %s in %s, whose midnight is skipped, begins after the gap", (day, zone, begin) => {
    const { from } = dayBounds(day, zone);
    expect(new Date(from).toISOString()).toBe(begin);
    expect([dayInTimeZone(from, zone), dayInTimeZone(from - 1, zone)]).toEqual([day, subtractDays(day, 1)]);
  });

  it("the driver app computes the same days in a browser that formats the dates of every locale as 3/2/26", () => {
    const { format } = new Intl.DateTimeFormat("en-US", { timeZone: VIENNA_TIME_ZONE, dateStyle: "short" });
    vi.spyOn<{ format: unknown }, "format">(Intl.DateTimeFormat.prototype, "format", "get").mockReturnValue(format);
    expect(dayInTimeZone(Date.parse("2026-03-01T23:30:00Z"), VIENNA_TIME_ZONE)).toBe("2026-03-02");
    expect(new Date(dayBounds("2026-03-02", VIENNA_TIME_ZONE).from).toISOString()).toBe("2026-03-01T23:00:00.000Z");
  });

  it("the driver app finds the previous day across ends of months and years", () => {
    expect(subtractDays("2026-03-01", 1)).toBe("2026-02-28");
    expect(subtractDays("2025-12-31", -1)).toBe("2026-01-01");
  });
});
