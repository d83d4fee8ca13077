import { describe, expect, it } from "vitest";
import { minutesOverdue, splitMinutesIntoDuration } from "./delay.ts";

const now = Date.parse("2026-11-21T09:42:00Z");

describe("how late a case is", () => {
  it.each([
    ["2026-11-21T09:24:00Z", false, 18],
    ["2026-11-21T09:41:30Z", false, undefined],
    ["2026-11-21T09:50:00Z", false, undefined],
    ["2026-11-21T09:24:00Z", true, undefined],
    [null, false, undefined],
  ])("the delay of a case that is due %s (closed: %s) is %s minutes", (due_at, finalized, expected) =>
    expect(minutesOverdue({ due_at, finalized }, now)).toBe(expected),
  );

  it.each([
    [18, { days: 0, hours: 0, minutes: 18 }],
    [150, { days: 0, hours: 2, minutes: 30 }],
    [1500, { days: 1, hours: 1, minutes: 0 }],
  ])("a delay of %d minutes is shown in its two largest units", (minutes, expected) =>
    expect(splitMinutesIntoDuration(minutes)).toEqual(expected),
  );
});
