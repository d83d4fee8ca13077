import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postponeTimeFunctions } from "./delays.ts";

describe("a case that is postponed until tomorrow", () => {
  const { TZ } = process.env;
  beforeAll(() => {
    process.env["TZ"] = "Europe/Vienna";
  });
  afterAll(() => {
    if (TZ === undefined) delete process.env["TZ"];
    else process.env["TZ"] = TZ;
  });

  it.each([
    ["any day", "2026-06-01T10:00:00+02:00", "2026-06-02T08:00:00+02:00"],
    ["late on the evening before a day of 23 hours", "2026-03-28T23:30:00+01:00", "2026-03-29T08:00:00+02:00"],
    ["early on a day of 25 hours", "2026-10-25T00:15:00+02:00", "2026-10-26T08:00:00+01:00"],
  ])("a case postponed until tomorrow waits until the next morning: %s", (_title, now, morning) => {
    expect(postponeTimeFunctions.tomorrow(Date.parse(now))).toBe(Date.parse(morning));
  });
});
