import { describe, expect, it } from "vitest";
import { numberedId } from "#shared/testing/example-testkit.ts";
import { aTourVehicle } from "#live/timeline.fixture.ts";
import { createTimelineAxis } from "../grid/time-axis.ts";
import { aNumberedShift } from "../grid/timeline-testkit.tsx";
import { timelineRowsAndGroupsOf, type TimelineRow } from "../grid/tour-rows.ts";
import { anAbsence, vehicleResource } from "./absences-testkit.tsx";
import { calendarReadRange } from "./calendar-query.ts";
import { calendarSpansOf } from "./calendar-spans.ts";
import { assignAbsenceLanes, absenceRowSpansOf } from "./row-spans.ts";
import { calendarSpanDescription } from "./span-texts.ts";

type AbsenceEvents = ReturnType<typeof anAbsence>[];

interface ShownRowOptions {
  readonly tours: Parameters<typeof timelineRowsAndGroupsOf>[0]["tours"];
  readonly day?: string;
  readonly days?: 1 | 3 | 7;
}
const spansOnRow = (events: AbsenceEvents, { tours, day = "2026-11-21", days = 1 }: ShownRowOptions) => {
  const branches = new Map<string, string>();
  const lines = timelineRowsAndGroupsOf({ tours, vehicles: [], branches, collapsed: new Set(), noBranch: "" });
  const row = lines.find((line): line is TimelineRow => line.is === "row");
  if (!row) throw new Error("no row");
  const axis = createTimelineAxis({ day, days, grid: 30 });
  const calendar = { events: new Set<string>(), spans: calendarSpansOf(events, calendarReadRange(day, days)) };
  return { axis, spans: absenceRowSpansOf(row, axis, calendar) };
};

/** Texts of each span, with message keys and parameters in place of words. */
const spanTexts = (events: AbsenceEvents, looking: ShownRowOptions) => {
  const { axis, spans } = spansOnRow(events, looking);
  const t = ((key: string, holes: Record<string, string>) => [key, ...Object.values(holes ?? {})].join(" ")) as never;
  return spans.map((span) => calendarSpanDescription(span, axis, { absences: t, locale: "de" }));
};
const spanHours = ({ spans }: ReturnType<typeof spansOnRow>) =>
  spans.map(({ shown }) => (shown.end - shown.start) / 3_600_000);

const shiftOfFirstVehicle = aNumberedShift(1, { plate: "G 101 BE" });
const shiftOnDay = (number: number, day: string) =>
  aNumberedShift(number, {
    plate: "G 101 BE",
    status: "SCHEDULED",
    started_at: null,
    scheduled_start_at: `${day}T07:00:00Z`,
    scheduled_end_at: `${day}T17:00:00Z`,
  });

describe("a span of the calendar on a row", () => {
  it("an absence is drawn only on the days shown, and described with its whole length", () => {
    const times = [["2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z"]] as const;
    const events = [anAbsence(1, { ...vehicleResource, times })];
    expect(spanHours(spansOnRow(events, { tours: [shiftOfFirstVehicle] }))).toEqual([24]);
    expect(spanTexts(events, { tours: [shiftOfFirstVehicle] })).toEqual([
      "what own , time 20.11., 13:00 22.11., 13:00",
    ]);
  });

  it.each([
    { day: "2026-03-29", length: 23, from: "2026-03-28T23:00:00Z", to: "2026-03-29T22:00:00Z" },
    { day: "2026-10-25", length: 25, from: "2026-10-24T22:00:00Z", to: "2026-10-25T23:00:00Z" },
  ])("an absence that lasts all of $day takes $length hours", ({ day, length, from, to }) => {
    const events = [anAbsence(1, { ...vehicleResource, all_day: true, times: [[from, to]] })];
    const shift = { ...shiftOnDay(1, day), vehicle_device_associations: [aTourVehicle(numberedId(201), "G 101 BE")] };
    expect(spanHours(spansOnRow(events, { tours: [shift], day }))).toEqual([length]);
    expect(spanTexts(events, { tours: [shift], day })[0]).toMatch(/^what own , days shown/);
  });

  it("consecutive days of a recurring absence are drawn as one, open at the ends of the time range that was read", () => {
    const days = ["19", "20", "21", "22", "23"].map((day) => `2026-11-${day}T23:00:00Z`);
    const times = days.slice(1).map((end, index) => [days[index] as string, end] as const);
    const series = { all_day: true, recurrence: "FREQ=DAILY", start_at: "2026-11-01T23:00:00Z", times };
    const events = [anAbsence(1, { ...vehicleResource, ...series })];
    expect(spanHours(spansOnRow(events, { tours: [shiftOfFirstVehicle] }))).toEqual([24]);
    expect(spanTexts(events, { tours: [shiftOfFirstVehicle] })[0]).toMatch(/^what own , cut both/);
  });

  it("an absence of a person is drawn only on the days on which that person is on the row's crew", () => {
    const holiday = [["2026-11-22T23:00:00Z", "2026-11-29T23:00:00Z"]] as const;
    const tours = [shiftOnDay(1, "2026-11-23"), { ...shiftOnDay(2, "2026-11-24"), users: [] }];
    const onRow = tours.map((one) => ({
      ...one,
      vehicle_device_associations: [aTourVehicle(numberedId(201), "G 101 BE")],
    }));
    const looking = { tours: onRow, day: "2026-11-23", days: 7 } as const;
    expect(spanHours(spansOnRow([anAbsence(1, { times: holiday })], looking))).toEqual([24]);
    expect(spanHours(spansOnRow([anAbsence(1, { ...vehicleResource, times: holiday })], looking))).toEqual([7 * 24]);
  });

  it("an absence of a tour's second vehicle names the vehicle, because the row is named after the first", () => {
    const pair = [aTourVehicle(numberedId(201), "G 101 BE"), aTourVehicle(numberedId(202), "G 102 BE")];
    const events = [anAbsence(1, { resource_type: "VEHICLE", resource_id: numberedId(202) })];
    const tours = [{ ...shiftOfFirstVehicle, vehicle_device_associations: pair }];
    expect(spanTexts(events, { tours })).toEqual(["what named G 102 BE, time 09:00 12:00, clash"]);
  });

  it("absences at the same time are drawn in separate bands of the row", () => {
    const { spans } = spansOnRow([anAbsence(1), anAbsence(2, vehicleResource)], { tours: [shiftOfFirstVehicle] });
    const { count, banded } = assignAbsenceLanes(spans);
    expect([count, banded.map(({ band }) => band)]).toEqual([2, [0, 1]]);
  });

  it("an absence does not conflict with a shift that has no planned end on the days after the shift's start", () => {
    const open = { ...shiftOfFirstVehicle, scheduled_end_at: null };
    const times = [["2026-11-22T08:00:00Z", "2026-11-22T11:00:00Z"]] as const;
    const { spans } = spansOnRow([anAbsence(1, { ...vehicleResource, times })], { tours: [open], days: 3 });
    expect(spans.map(({ isClash }) => isClash)).toEqual([false]);
  });

  it.each([
    { is: "conflicts", that: "begins as the tour was started", from: "08:00", to: "09:00", isClash: true },
    { is: "does not conflict", that: "began before the tour was started", from: "07:59", to: "09:00", isClash: false },
    { is: "does not conflict", that: "ends as the tour begins", from: "06:00", to: "07:00", isClash: false },
    { is: "does not conflict", that: "begins as the tour ends", from: "17:00", to: "18:00", isClash: false },
  ])("an absence $is with a tour when it $that, as on the server", ({ from, to, isClash }) => {
    const running = { ...shiftOnDay(1, "2026-11-21"), status: "STARTED", started_at: "2026-11-21T08:00:00Z" } as const;
    const times = [[`2026-11-21T${from}:00Z`, `2026-11-21T${to}:00Z`]] as const;
    const { spans } = spansOnRow([anAbsence(1, { ...vehicleResource, times })], { tours: [running] });
    expect(spans.map((span) => span.isClash)).toEqual([isClash]);
  });
});
