import { describe, expect, it } from "vitest";
import { formatClock } from "#shared/text/time.ts";
import { createTimelineAxis, instantAtX, snapInstant, axisTicksOf, xOfInstant } from "./time-axis.ts";

describe("the axis of a day", () => {
  it.each([
    { day: "2026-11-21", what: "a usual day", hours: 24 },
    { day: "2026-03-29", what: "the day on which clocks go forward", hours: 23 },
    { day: "2026-10-25", what: "the day on which they go back", hours: 25 },
  ])("the timeline's axis has $hours hours on $what", ({ day, hours }) => {
    const axis = createTimelineAxis({ day, days: 1, grid: 30 });
    expect(axis.width).toBe(hours * 132);
    expect(axisTicksOf(axis).filter(({ hasLabel }) => hasLabel)).toHaveLength(hours);
  });

  it("the timeline's axis leaves out the hour that is skipped when clocks go forward", () => {
    const axis = createTimelineAxis({ day: "2026-03-29", days: 1, grid: 60 });
    const labels = axisTicksOf(axis).map(({ at }) => formatClock(at, "de"));
    expect(labels.slice(0, 4)).toEqual(["00:00", "01:00", "03:00", "04:00"]);
  });

  it("the timeline's axis shows the repeated hour twice, side by side, when clocks go back", () => {
    const axis = createTimelineAxis({ day: "2026-10-25", days: 1, grid: 60 });
    const [, , second, again, third] = axisTicksOf(axis);
    expect([second, again, third].map((tick) => formatClock(tick?.at ?? 0, "de"))).toEqual(["02:00", "02:00", "03:00"]);
    expect((again?.x ?? 0) - (second?.x ?? 0)).toBe(axis.pixelsPerHour);
  });

  it("the timeline's axis separates days at midnight, also on the days after clocks have changed", () => {
    const axis = createTimelineAxis({ day: "2026-10-24", days: 3, grid: 60 });
    const days = axisTicksOf(axis).filter(({ is }) => is === "day");
    expect(days.map(({ at }) => new Date(at).toISOString())).toEqual([
      "2026-10-23T22:00:00.000Z",
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
    ]);
  });
});

it.each([
  { days: 1 as const, grid: 15 as const, lines: 96, labels: 24 },
  { days: 1 as const, grid: 60 as const, lines: 24, labels: 24 },
  { days: 3 as const, grid: 60 as const, lines: 72, labels: 24 },
  { days: 7 as const, grid: 60 as const, lines: 56, labels: 14 },
])("the timeline's axis draws $lines lines and $labels labels over $days days", ({ days, grid, lines, labels }) => {
  const ticks = axisTicksOf(createTimelineAxis({ day: "2026-11-16", days, grid }));
  expect(ticks).toHaveLength(lines);
  expect(ticks.filter(({ hasLabel }) => hasLabel)).toHaveLength(labels);
});

it("the timeline's axis converts a position to its time and a time to its position", () => {
  const axis = createTimelineAxis({ day: "2026-10-25", days: 1, grid: 15 });
  const noon = Date.parse("2026-10-25T11:00:00Z");
  expect(xOfInstant(axis, noon)).toBe(13 * 264);
  expect(instantAtX(axis, 13 * 264)).toBe(noon);
});

it("a time on the timeline's axis snaps to quarters of an hour", () => {
  const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
  expect(snapInstant(at("09:07:29"))).toBe(at("09:00:00"));
  expect(snapInstant(at("09:07:31"))).toBe(at("09:15:00"));
});
