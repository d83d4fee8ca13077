import { describe, expect, it } from "vitest";
import { transferMethodOf } from "#live/clash/transfer-method.ts";
import { shiftPlanAfterDrag, snapDragMs, timeWindowAfterDrag } from "./moves.ts";
import { aCaseOnTimeline, aTimelineTour } from "#live/timeline.fixture.ts";
import type { TimelineCase } from "#live/tour-entity.ts";
import { timelineRowsAndGroupsOf, type TimelineBar, type TimelineRow } from "../grid/tour-rows.ts";

const timeOnTestDay = (time: string) => `2026-11-21T${time}:00.000Z`;
const minutesToMs = (count: number) => count * 60_000;
function aTimelineBar(own: Partial<TimelineCase> = {}): TimelineBar {
  const list = own.bucket === "finished" ? "finished_cases" : "open_cases";
  const tours = [aTimelineTour({ [list]: [aCaseOnTimeline(own)] })];
  const lines = timelineRowsAndGroupsOf({
    tours,
    vehicles: [],
    branches: new Map(),
    collapsed: new Set(),
    noBranch: "",
  });
  return lines.find((line): line is TimelineRow => line.is === "row")?.bars[0] as TimelineBar;
}

describe("pulling a case", () => {
  it.each([
    {
      what: "moves its whole window",
      handle: "whole",
      own: {},
      window: { not_before: timeOnTestDay("09:30"), due_at: timeOnTestDay("11:00") },
    },
    { what: "moves its earliest start", handle: "start", own: {}, window: { not_before: timeOnTestDay("09:30") } },
    { what: "moves its deadline", handle: "end", own: {}, window: { due_at: timeOnTestDay("11:00") } },
    {
      what: "adds no deadline",
      handle: "whole",
      own: { due_at: null },
      window: { not_before: timeOnTestDay("09:30") },
    },
    {
      what: "sets a deadline by its end",
      handle: "end",
      own: { due_at: null },
      window: { due_at: timeOnTestDay("10:30") },
    },
    {
      what: "does not move it once it is under way",
      handle: "whole",
      own: { started_at: timeOnTestDay("08:50") },
      window: undefined,
    },
    {
      what: "still moves its deadline while it is under way",
      handle: "end",
      own: { started_at: timeOnTestDay("08:50") },
      window: { due_at: timeOnTestDay("11:00") },
    },
    {
      what: "does not move it once it is closed",
      handle: "end",
      own: { bucket: "finished", closed_at: timeOnTestDay("10:00") },
      window: undefined,
    },
  ] as const)("dragging the timeline's bar of a case $what", ({ handle, own, window }) => {
    expect(timeWindowAfterDrag(aTimelineBar(own), { handle, byMs: minutesToMs(30) })).toEqual(window);
  });

  it("dragging one end of a case on the timeline never moves it past the other end", () => {
    expect(timeWindowAfterDrag(aTimelineBar(), { handle: "start", byMs: minutesToMs(600) })).toEqual({
      not_before: timeOnTestDay("10:15"),
    });
    expect(timeWindowAfterDrag(aTimelineBar(), { handle: "end", byMs: minutesToMs(-600) })).toEqual({
      due_at: timeOnTestDay("09:15"),
    });
  });

  it("a dragged case on the timeline snaps to quarters of an hour, even from a time between them", () => {
    const odd = { start: Date.parse(timeOnTestDay("09:05")), end: Date.parse(timeOnTestDay("10:20")) };
    expect(snapDragMs(odd, "whole", minutesToMs(12))).toBe(minutesToMs(10));
    expect(snapDragMs(odd, "end", minutesToMs(-2))).toBe(minutesToMs(-5));
  });
});

describe("pulling the edge of a shift", () => {
  const plan = { status: "SCHEDULED", started_at: null } as const;
  it("dragging the edge of a planned shift on the timeline changes its planned times", () => {
    expect(shiftPlanAfterDrag(aTimelineTour(plan), { handle: "start", byMs: minutesToMs(-60) })).toEqual({
      scheduled_start_at: timeOnTestDay("06:00"),
    });
    expect(shiftPlanAfterDrag(aTimelineTour(plan), { handle: "end", byMs: minutesToMs(60) })).toEqual({
      scheduled_end_at: timeOnTestDay("18:00"),
    });
  });
  it("dragging the edge of a shift on the timeline changes nothing once it has started", () => {
    expect(shiftPlanAfterDrag(aTimelineTour(), { handle: "end", byMs: minutesToMs(60) })).toBeUndefined();
  });
});

describe("a case gets to another tour", () => {
  it.each([
    {
      what: "reassigned while no crew has accepted it",
      state: "ASSIGNED",
      actions: ["UNASSIGN", "FORWARD"],
      method: "REASSIGN",
    },
    {
      what: "reassigned while its alarm rings",
      state: "alarmed",
      actions: ["UNASSIGN", "FORWARD"],
      method: "REASSIGN",
    },
    { what: "forwarded once it is accepted", state: "ACCEPTED", actions: ["UNASSIGN", "FORWARD"], method: "FORWARD" },
    { what: "reassigned if the user may not forward it", state: "ACCEPTED", actions: ["UNASSIGN"], method: "REASSIGN" },
    { what: "forwarded if the user may do nothing else", state: "ASSIGNED", actions: ["FORWARD"], method: "FORWARD" },
    { what: "not moved while it is loaded", state: "LOADED", actions: ["DELIVER"], method: undefined },
  ])("a case dragged to another tour is $what", ({ state, actions, method }) => {
    expect(transferMethodOf({ state, actions })).toBe(method);
  });
  it("a case cannot be moved to another tour once it has left its own", () => {
    expect(transferMethodOf(undefined)).toBeUndefined();
  });
});
