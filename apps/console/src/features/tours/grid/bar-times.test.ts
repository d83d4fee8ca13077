import { describe, expect, it } from "vitest";
import { barTimesOf, canMoveBarEnd, canMoveBarStart, isPastDeadline } from "./bar-times.ts";
import { aCaseOnTimeline } from "#live/timeline.fixture.ts";

const timeOnTestDay = (time: string) => `2026-11-21T${time}:00Z`;
const clockTimeOf = (instant: number) => new Date(instant).toISOString().slice(11, 16);

describe("a case lies on its row", () => {
  const planned = { not_before: timeOnTestDay("09:00"), due_at: timeOnTestDay("10:30"), eta: null };
  it.each([
    { what: "as planned", own: planned, from: "09:00", to: "10:30" },
    {
      what: "from when the crew expects to be there",
      own: { ...planned, eta: timeOnTestDay("09:20") },
      from: "09:20",
      to: "10:30",
    },
    {
      what: "from when it was started",
      own: { ...planned, started_at: timeOnTestDay("08:50") },
      from: "08:50",
      to: "10:30",
    },
    {
      what: "from when it arrived, when the start is unknown",
      own: { ...planned, arrived_at: timeOnTestDay("09:10") },
      from: "09:10",
      to: "10:30",
    },
    {
      what: "until it was done",
      own: { ...planned, started_at: timeOnTestDay("08:50"), finished_at: timeOnTestDay("09:40") },
      from: "08:50",
      to: "09:40",
    },
    { what: "until it was closed", own: { ...planned, closed_at: timeOnTestDay("09:40") }, from: "09:00", to: "09:40" },
    { what: "for an hour without a deadline", own: { ...planned, due_at: null }, from: "09:00", to: "10:00" },
    {
      what: "from its assignment without any times",
      own: { not_before: null, due_at: null },
      from: "08:00",
      to: "09:00",
    },
    {
      what: "for an hour when it starts after its deadline",
      own: { ...planned, started_at: timeOnTestDay("11:00") },
      from: "11:00",
      to: "12:00",
    },
    {
      what: "for a quarter of an hour at least",
      own: { ...planned, closed_at: timeOnTestDay("08:10") },
      from: "09:00",
      to: "09:15",
    },
  ])("the timeline's bar of a case is drawn $what", ({ own, from, to }) => {
    const { start, end } = barTimesOf(aCaseOnTimeline(own));
    expect([clockTimeOf(start), clockTimeOf(end)]).toEqual([from, to]);
  });
});

it.each([
  { what: "a planned case", own: {}, start: true, end: true },
  { what: "a case under way", own: { started_at: timeOnTestDay("08:50") }, start: false, end: true },
  { what: "a case with an expected arrival", own: { eta: timeOnTestDay("09:10") }, start: false, end: true },
  { what: "a closed case", own: { closed_at: timeOnTestDay("10:00") }, start: false, end: false },
])("dragging the timeline's bar of $what can move only times that have not happened yet", ({ own, start, end }) => {
  const times = barTimesOf(aCaseOnTimeline(own));
  expect([canMoveBarStart(times), canMoveBarEnd(times)]).toEqual([start, end]);
});

it.each([
  { what: "late", own: {}, now: "10:31", late: true },
  { what: "in time", own: {}, now: "10:29", late: false },
  { what: "never late once it is done", own: { bucket: "finished" as const }, now: "23:00", late: false },
  { what: "never late without a deadline", own: { due_at: null }, now: "23:00", late: false },
])("a case on the timeline is $what", ({ own, now, late }) => {
  expect(isPastDeadline(aCaseOnTimeline(own), Date.parse(timeOnTestDay(now)))).toBe(late);
});
