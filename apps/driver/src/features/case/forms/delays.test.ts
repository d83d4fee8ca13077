import { expect, it } from "vitest";
import { postponeTimeFunctions } from "./delays.ts";

// Zones that differ from each other, so that the zone of the machine cannot be the right one for all.
it.each([
  ["any day", "Europe/Vienna", "2026-06-01T10:00:00+02:00", "2026-06-02T08:00:00+02:00"],
  [
    "late on the evening before a day of 23 hours",
    "Europe/Vienna",
    "2026-03-28T23:30:00+01:00",
    "2026-03-29T08:00:00+02:00",
  ],
  ["early on a day of 25 hours", "Europe/Vienna", "2026-10-25T00:15:00+02:00", "2026-10-26T08:00:00+01:00"],
  ["before a day of 25 hours", "America/New_York", "2026-10-31T12:00:00-04:00", "2026-11-01T08:00:00-05:00"],
  ["where it is already tomorrow", "Pacific/Auckland", "2026-06-01T20:00:00+00:00", "2026-06-03T08:00:00+12:00"],
])(
  "a case postponed until tomorrow waits until the next morning of the company's time zone: %s in %s",
  (...[, zone, now, morning]) => {
    expect(postponeTimeFunctions.tomorrow(Date.parse(now), zone)).toBe(Date.parse(morning));
  },
);
