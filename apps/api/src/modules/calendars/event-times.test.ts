import { describe, expect, it } from "vitest";
import { applyEventChange } from "./event-draft.service";
import { toCalendarEventTimes } from "./event-times";
import { addDays, midnightOf } from "./recurrence/local-time";

const untimedEvent = { calendar_id: "", event_type: "UNAVAILABLE", recurrence: null, note: null } as const;

/** Clocks of Havana show midnight twice on 1 November; those of Santiago skip it on 6 September. */
describe("whole days whose end is given as a moment", () => {
  it.each([
    [
      "at the first midnight, with the day before it",
      { timezone: "America/Havana", end_at: "2026-11-01T04:00:00Z", day: "2026-11-01" },
    ],
    [
      "at the second midnight, with the day that has begun",
      { timezone: "America/Havana", end_at: "2026-11-01T05:00:00Z", day: "2026-11-02" },
    ],
    ["between both", { timezone: "America/Havana", end_at: "2026-11-01T04:30:00Z", day: "2026-11-02" }],
    [
      "where a day begins at one, with the day before it",
      { timezone: "America/Santiago", end_at: "2026-09-06T04:00:00Z", day: "2026-09-06" },
    ],
    ["where a day began at one", { timezone: "America/Santiago", end_at: "2026-09-06T04:00:01Z", day: "2026-09-07" }],
    [
      "at a midnight, with the day before it",
      { timezone: "Europe/Vienna", end_at: "2026-10-24T22:00:00Z", day: "2026-10-25" },
    ],
    [
      "within a second of midnight",
      { timezone: "Europe/Vienna", end_at: "2026-10-24T22:00:00.400Z", day: "2026-10-25" },
    ],
    ["within a day, with all of it", { timezone: "Europe/Vienna", end_at: "2026-10-25T08:00:00Z", day: "2026-10-26" }],
  ])("an all-day event whose end is given as a point in time ends %s", (_where, { timezone, end_at, day }) => {
    const start_at = addDays(day, -7);
    const times = { all_day: true, start_local: midnightOf(start_at), end_local: midnightOf(day) };
    expect(toCalendarEventTimes({ start_at, end_at, all_day: true }, timezone)).toEqual(times);
    const event = { ...untimedEvent, ...times, timezone, end_local: midnightOf(addDays(day, -3)) };
    const now = new Date("2026-09-01T00:00:00Z");
    expect(applyEventChange(event, { end_at }, { timezone, now })).toMatchObject(times);
  });
});
