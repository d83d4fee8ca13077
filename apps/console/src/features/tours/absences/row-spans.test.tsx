import { describe, expect, it } from "vitest";
import { anId } from "#shared/testing/example-testkit.ts";
import { aVehicle } from "#live/timeline.fixture.ts";
import { axisOf } from "../grid/time-axis.ts";
import { aShift } from "../grid/timeline-testkit.tsx";
import { linesOf, type TimelineRow } from "../grid/tour-rows.ts";
import { anAbsence, car } from "./absences-testkit.tsx";
import { windowToRead } from "./calendar-query.ts";
import { spansOf } from "./calendar-spans.ts";
import { inBands, rowSpans } from "./row-spans.ts";
import { toldOf } from "./span-words.ts";

type Events = ReturnType<typeof anAbsence>[];

interface Looking {
  readonly tours: Parameters<typeof linesOf>[0]["tours"];
  readonly day?: string;
  readonly days?: 1 | 3 | 7;
}
const onTheRow = (events: Events, { tours, day = "2026-11-21", days = 1 }: Looking) => {
  const branches = new Map<string, string>();
  const lines = linesOf({ tours, vehicles: [], branches, collapsed: new Set(), noBranch: "" });
  const row = lines.find((line): line is TimelineRow => line.is === "row");
  if (!row) throw new Error("no row");
  const axis = axisOf({ day, days, grid: 30 });
  const calendar = { events: new Set<string>(), spans: spansOf(events, windowToRead(day, days)) };
  return { axis, spans: rowSpans(row, axis, calendar) };
};

/** Texts of each span, with message keys and parameters in place of words. */
const told = (events: Events, looking: Looking) => {
  const { axis, spans } = onTheRow(events, looking);
  const t = ((key: string, holes: Record<string, string>) => [key, ...Object.values(holes ?? {})].join(" ")) as never;
  return spans.map((span) => toldOf(span, axis, { absences: t, locale: "de" }));
};
const hours = ({ spans }: ReturnType<typeof onTheRow>) =>
  spans.map(({ shown }) => (shown.end - shown.start) / 3_600_000);

const tour = aShift(1, { plate: "G 101 BE" });
const onDay = (number: number, day: string) =>
  aShift(number, {
    plate: "G 101 BE",
    status: "SCHEDULED",
    started_at: null,
    scheduled_start_at: `${day}T07:00:00Z`,
    scheduled_end_at: `${day}T17:00:00Z`,
  });

describe("a span of the calendar on a row", () => {
  it("a span on a row is drawn as far as it lies on the shown days, and described as a whole", () => {
    const times = [["2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z"]] as const;
    const events = [anAbsence(1, { ...car, times })];
    expect(hours(onTheRow(events, { tours: [tour] }))).toEqual([24]);
    expect(told(events, { tours: [tour] })).toEqual(["what own , time 20.11., 13:00 22.11., 13:00"]);
  });

  it.each([
    { day: "2026-03-29", length: 23, from: "2026-03-28T23:00:00Z", to: "2026-03-29T22:00:00Z" },
    { day: "2026-10-25", length: 25, from: "2026-10-24T22:00:00Z", to: "2026-10-25T23:00:00Z" },
  ])("a span that takes all of $day lasts $length hours", ({ day, length, from, to }) => {
    const events = [anAbsence(1, { ...car, all_day: true, times: [[from, to]] })];
    const shift = { ...onDay(1, day), vehicle_device_associations: [aVehicle(anId(201), "G 101 BE")] };
    expect(hours(onTheRow(events, { tours: [shift], day }))).toEqual([length]);
    expect(told(events, { tours: [shift], day })[0]).toMatch(/^what own , days shown/);
  });

  it("consecutive days of a series are one span, which is open beyond the window that was read", () => {
    const days = ["19", "20", "21", "22", "23"].map((day) => `2026-11-${day}T23:00:00Z`);
    const times = days.slice(1).map((end, index) => [days[index] as string, end] as const);
    const series = { all_day: true, recurrence: "FREQ=DAILY", start_at: "2026-11-01T23:00:00Z", times };
    const events = [anAbsence(1, { ...car, ...series })];
    expect(hours(onTheRow(events, { tours: [tour] }))).toEqual([24]);
    expect(told(events, { tours: [tour] })[0]).toMatch(/^what own , cut both/);
  });

  it("a person's span stands only on the days on which that person is on the row", () => {
    const holiday = [["2026-11-22T23:00:00Z", "2026-11-29T23:00:00Z"]] as const;
    const tours = [onDay(1, "2026-11-23"), { ...onDay(2, "2026-11-24"), users: [] }];
    const onRow = tours.map((one) => ({ ...one, vehicle_device_associations: [aVehicle(anId(201), "G 101 BE")] }));
    const looking = { tours: onRow, day: "2026-11-23", days: 7 } as const;
    expect(hours(onTheRow([anAbsence(1, { times: holiday })], looking))).toEqual([24]);
    expect(hours(onTheRow([anAbsence(1, { ...car, times: holiday })], looking))).toEqual([7 * 24]);
  });

  it("a span of a second vehicle names it, because the row is named after the first", () => {
    const pair = [aVehicle(anId(201), "G 101 BE"), aVehicle(anId(202), "G 102 BE")];
    const events = [anAbsence(1, { resource_type: "VEHICLE", resource_id: anId(202) })];
    const tours = [{ ...tour, vehicle_device_associations: pair }];
    expect(told(events, { tours })).toEqual(["what named G 102 BE, time 09:00 12:00, clash"]);
  });

  it("spans at the same time stand in separate bands", () => {
    const { spans } = onTheRow([anAbsence(1), anAbsence(2, car)], { tours: [tour] });
    const { count, banded } = inBands(spans);
    expect([count, banded.map(({ band }) => band)]).toEqual([2, [0, 1]]);
  });

  it("an absence is no clash after the day of a shift that has no planned end", () => {
    const open = { ...tour, scheduled_end_at: null };
    const times = [["2026-11-22T08:00:00Z", "2026-11-22T11:00:00Z"]] as const;
    const { spans } = onTheRow([anAbsence(1, { ...car, times })], { tours: [open], days: 3 });
    expect(spans.map(({ isClash }) => isClash)).toEqual([false]);
  });

  it.each([
    { is: "is a clash", that: "begins as the tour was started", from: "08:00", to: "09:00", isClash: true },
    { is: "is no clash", that: "began before the tour was started", from: "07:59", to: "09:00", isClash: false },
    { is: "is no clash", that: "ends as the tour begins", from: "06:00", to: "07:00", isClash: false },
    { is: "is no clash", that: "begins as the tour ends", from: "17:00", to: "18:00", isClash: false },
  ])("an absence $is when it $that, as on the server", ({ from, to, isClash }) => {
    const running = { ...onDay(1, "2026-11-21"), status: "STARTED", started_at: "2026-11-21T08:00:00Z" } as const;
    const times = [[`2026-11-21T${from}:00Z`, `2026-11-21T${to}:00Z`]] as const;
    const { spans } = onTheRow([anAbsence(1, { ...car, times })], { tours: [running] });
    expect(spans.map((span) => span.isClash)).toEqual([isClash]);
  });
});
