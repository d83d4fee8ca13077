import { describe, expect, it } from "vitest";
import { hasSeriesEndedBy, listOccurrences } from "./recurrence";
import { formatRecurrenceRule, parseRecurrenceRule } from "./recurrence-rule";
import { truncateSeriesBefore, continueSeriesFrom } from "./series-split";
import { computeOccurrencesToStore, computeFurtherOccurrences } from "./stored-occurrences";

const nightShiftSeries = (recurrence: string | null, date = "2026-03-27") => ({
  start_local: `${date}T22:00:00`,
  end_local: `${new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)}T06:00:00`,
  timezone: "Europe/Vienna",
  recurrence,
});
const occurrenceDays = (series: ReturnType<typeof nightShiftSeries>, to = "2027-12-31") =>
  listOccurrences(series, { from: "2026-01-01", to }).map(({ date }) => date);

describe("a rule of recurrence", () => {
  it.each([
    ["FREQ=DAILY", "FREQ=DAILY"],
    ["freq=weekly;byday=mo,FR", "FREQ=WEEKLY;BYDAY=MO,FR"],
    ["INTERVAL=1;FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=-1FR"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"],
    [
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=12",
      "FREQ=MONTHLY;COUNT=12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    ],
    ["FREQ=DAILY;UNTIL=20261231T225959Z", "FREQ=DAILY;UNTIL=20261231T225959Z"],
    ["FREQ=WEEKLY;WKST=SU;INTERVAL=99", "FREQ=WEEKLY;INTERVAL=99;WKST=SU"],
  ])("the recurrence rule %s is accepted and stored as %s", (text, taken) => {
    const rule = parseRecurrenceRule(text);
    expect(rule && formatRecurrenceRule(rule)).toBe(taken);
  });

  it.each([
    "FREQ=SECONDLY",
    "FREQ=HOURLY;COUNT=3",
    "FREQ=DAILY;BYHOUR=1,2,3",
    "FREQ=DAILY;BYSECOND=1",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;INTERVAL=100",
    "FREQ=DAILY;COUNT=733",
    "FREQ=DAILY;COUNT=-1",
    "FREQ=DAILY;COUNT=3;UNTIL=20261231",
    "FREQ=DAILY;UNTIL=20260230",
    "FREQ=DAILY;UNTIL=20261231T225959",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=MONTHLY;BYDAY=6MO",
    "FREQ=YEARLY;BYDAY=53MO",
    "FREQ=MONTHLY;BYMONTHDAY=32",
    "FREQ=MONTHLY;BYMONTHDAY=0",
    "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=MONTHLY;BYDAY=1MO,2MO;BYSETPOS=-1",
    "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=10FR",
    "FREQ=YEARLY;BYWEEKNO=3",
    "FREQ=DAILY;FREQ=DAILY",
    "FREQ=DAILY;TZID=Mars/Olympus",
    "FREQ=DAILY;EXDATE=20261231",
    "RRULE:FREQ=DAILY",
    "COUNT=3",
    "FREQ=DAILY;",
    "FREQ=DAILY;BYDAY=",
    "",
    "DROP TABLE",
  ])("the recurrence rule %s is refused", (text) => {
    expect(parseRecurrenceRule(text)).toBeUndefined();
  });
});

describe("a night shift", () => {
  it("a recurring night shift ends at six, also in the nights of 23 and 25 hours", () => {
    const spring = listOccurrences(nightShiftSeries("FREQ=DAILY;COUNT=3"), { from: "2026-03-27", to: "2026-04-30" });
    expect(spring.map(({ starts_at, ends_at }) => [starts_at.toISOString(), ends_at.toISOString()])).toEqual([
      ["2026-03-27T21:00:00.000Z", "2026-03-28T05:00:00.000Z"],
      ["2026-03-28T21:00:00.000Z", "2026-03-29T04:00:00.000Z"],
      ["2026-03-29T20:00:00.000Z", "2026-03-30T04:00:00.000Z"],
    ]);
    const [autumn] = listOccurrences(nightShiftSeries(null, "2026-10-24"), { from: "2026-10-24", to: "2026-10-24" });
    expect(autumn).toEqual({
      date: "2026-10-24",
      starts_at: new Date("2026-10-24T20:00:00Z"),
      ends_at: new Date("2026-10-25T05:00:00Z"),
    });
  });

  it("a shift in an hour that clocks skip begins after it, and one in a repeated hour in the first of the two", () => {
    const at = (date: string, start: string, end: string) =>
      listOccurrences(
        { start_local: `${date}T${start}`, end_local: `${date}T${end}`, timezone: "Europe/Vienna", recurrence: null },
        { from: date, to: date },
      ).map(({ starts_at, ends_at }) => [starts_at.toISOString(), ends_at.toISOString()]);
    expect(at("2026-03-29", "02:30:00", "04:00:00")).toEqual([
      ["2026-03-29T01:30:00.000Z", "2026-03-29T02:00:00.000Z"],
    ]);
    expect(at("2026-03-29", "02:30:00", "03:10:00")).toEqual([
      ["2026-03-29T01:30:00.000Z", "2026-03-29T02:10:00.000Z"],
    ]);
    expect(at("2026-10-25", "02:30:00", "03:00:00")).toEqual([
      ["2026-10-25T00:30:00.000Z", "2026-10-25T02:00:00.000Z"],
    ]);
  });

  it("a recurring night shift ends with the day or point in time that UNTIL names", () => {
    expect(occurrenceDays(nightShiftSeries("FREQ=DAILY;UNTIL=20260329"))).toEqual([
      "2026-03-27",
      "2026-03-28",
      "2026-03-29",
    ]);
    expect(occurrenceDays(nightShiftSeries("FREQ=DAILY;UNTIL=20260328T210000Z"))).toEqual(["2026-03-27", "2026-03-28"]);
    expect(occurrenceDays(nightShiftSeries("FREQ=DAILY;UNTIL=20260328T205959Z"))).toEqual(["2026-03-27"]);
  });
});

describe("a series that is cut in two", () => {
  it.each([
    ["FREQ=DAILY", "FREQ=DAILY;UNTIL=20260330", "FREQ=DAILY"],
    ["FREQ=DAILY;COUNT=10", "FREQ=DAILY;COUNT=4", "FREQ=DAILY;COUNT=6"],
    ["FREQ=DAILY;UNTIL=20260401", "FREQ=DAILY;UNTIL=20260330", "FREQ=DAILY;UNTIL=20260401"],
    ["FREQ=DAILY;UNTIL=20260329", "FREQ=DAILY;UNTIL=20260329", "FREQ=DAILY;UNTIL=20260329"],
  ])("a series with the rule %s keeps all its days when it is split in two", (whole, before, from) => {
    const series = nightShiftSeries(whole);
    const [first, second] = [
      { ...series, ...truncateSeriesBefore(series, "2026-03-31") },
      { ...series, ...continueSeriesFrom(series, "2026-03-31") },
    ];
    expect([first.recurrence, second.recurrence]).toEqual([before, from]);
    expect([...occurrenceDays(first, "2026-06-30"), ...occurrenceDays(second, "2026-06-30")]).toEqual(
      occurrenceDays(series, "2026-06-30"),
    );
  });
});

describe("a series whose end is a moment", () => {
  it.each([
    ["20260328T205959Z", "20260328T205959Z"],
    ["20260328T210000Z", "20260328T210000Z"],
    ["20260401T205959Z", "20260328"],
  ])("a series that ends at a point in time does not end later when it is split: %s", (until, kept) => {
    const series = nightShiftSeries(`FREQ=DAILY;UNTIL=${until}`);
    const before = { ...series, ...truncateSeriesBefore(series, "2026-03-29") };
    expect(before.recurrence).toBe(`FREQ=DAILY;UNTIL=${kept}`);
    expect(occurrenceDays(before)).toEqual(occurrenceDays(series).filter((day) => day < "2026-03-29"));
  });
});

describe("stored occurrences", () => {
  const now = new Date("2026-03-01T08:00:00Z");

  it("stored occurrences of a recurring event always reach at least 400 days ahead until they are extended", () => {
    const kept = computeOccurrencesToStore(nightShiftSeries("FREQ=DAILY"), now);
    const latest = Number(kept?.extend_at) + 3 * 86_400_000;
    expect(kept?.occurrences.at(-1)?.date).toBe(kept?.expanded_until);
    expect(Date.parse(kept?.expanded_until as string) - latest).toBeGreaterThan(400 * 86_400_000);
    expect(kept?.ends_at).toBeNull();
  });

  it("extending stored occurrences leaves no gap and repeats no day", () => {
    const series = nightShiftSeries("FREQ=WEEKLY;BYDAY=MO,FR");
    const kept = computeOccurrencesToStore(series, now);
    const later = new Date("2026-04-02T02:00:00Z");
    const more = computeFurtherOccurrences(series, { expanded_until: kept?.expanded_until as string, now: later });
    const all = [...(kept?.occurrences ?? []), ...more.occurrences].map(({ date }) => date);
    expect(all).toEqual(occurrenceDays(series, more.expanded_until));
  });

  it("stored occurrences are complete if the recurring event has a count or an end", () => {
    expect(computeOccurrencesToStore(nightShiftSeries("FREQ=DAILY;COUNT=3"), now)).toMatchObject({
      extend_at: null,
      ends_at: new Date("2026-03-30T04:00:00Z"),
    });
    expect(computeOccurrencesToStore(nightShiftSeries("FREQ=DAILY;UNTIL=20260329"), now)).toMatchObject({
      extend_at: null,
    });
    expect(computeOccurrencesToStore(nightShiftSeries(null, "2029-01-01"), now)).toMatchObject({
      extend_at: null,
      expanded_until: "2029-01-01",
    });
    expect(hasSeriesEndedBy(nightShiftSeries("FREQ=YEARLY;COUNT=3"), "2027-12-31")).toBe(false);
  });

  it("stored occurrences include 29 February years ahead, and a series on 30 February is refused", () => {
    const leap = computeOccurrencesToStore(nightShiftSeries("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"), now);
    expect(leap).toMatchObject({ occurrences: [], starts_at: new Date("2028-02-29T21:00:00Z") });
    expect(leap?.extend_at).not.toBeNull();
    expect(computeOccurrencesToStore(nightShiftSeries("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), now)).toBeUndefined();
    expect(computeOccurrencesToStore(nightShiftSeries("FREQ=DAILY;UNTIL=20260101"), now)).toBeUndefined();
  });
});
