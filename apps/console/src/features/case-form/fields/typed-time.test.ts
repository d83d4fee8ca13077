import { Temporal, type ZonedDateTime } from "#shared/text/temporal.ts";
import { describe, expect, it } from "vitest";
import { parseTypedDay, parseTypedMoment, formatTypedDay, formatTypedMoment } from "./typed-time.ts";

const viennaTime = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime("Europe/Vienna");
const clockForFuture = { now: viennaTime("2026-11-21T09:41"), isPast: false };
const clockForPast = { now: viennaTime("2026-11-21T09:41"), isPast: true };

describe("days as they are typed", () => {
  it.each([
    ["1.3.2026", "2026-03-01"],
    ["010326", "2026-03-01"],
    ["01032026", "2026-03-01"],
    ["2026-03-01", "2026-03-01"],
    ["1/3/26", "2026-03-01"],
    ["19.7.41", "1941-07-19"],
    ["190741", "1941-07-19"],
    ["20.11.", "2026-11-20"],
    ["22.11.", "2025-11-22"],
    ["29.2.", "2024-02-29"],
    ["gestern", "2026-11-20"],
    ["heute", "2026-11-21"],
  ])("a typed day %s in a field for the past is read as %s", (typed, day) => {
    expect(parseTypedDay(typed, clockForPast)?.toString()).toBe(day);
  });

  it.each(["31.2.2026", "31.2.", "29.2.2026", "32.1.26", "morgn", "12", ""])(
    "a typed day %s is not accepted",
    (typed) => {
      expect(parseTypedDay(typed, clockForPast)).toBeUndefined();
    },
  );

  it("a day typed without a year into a field for the future is read as the next such day", () => {
    expect(parseTypedDay("20.11.", clockForFuture)?.toString()).toBe("2027-11-20");
  });

  it("a 29 February typed without a year is read as that of the next leap year, also after the one of a leap year", () => {
    expect(parseTypedDay("29.2.", clockForFuture)?.toString()).toBe("2028-02-29");
    expect(parseTypedDay("29.2.", { now: viennaTime("2028-03-01T09:41"), isPast: false })?.toString()).toBe(
      "2032-02-29",
    );
    expect(parseTypedDay("29.2.", { now: viennaTime("2028-02-01T09:41"), isPast: true })?.toString()).toBe(
      "2024-02-29",
    );
    expect(parseTypedDay("29.2.", { now: viennaTime("2096-03-01T09:41"), isPast: false })?.toString()).toBe(
      "2104-02-29",
    );
  });
});

describe("moments as they are typed", () => {
  it.each([
    ["14:30", "2026-11-21T14:30"],
    ["1430", "2026-11-21T14:30"],
    ["8", "2026-11-21T08:00"],
    ["02:00", "2026-11-22T02:00"],
    ["+90", "2026-11-21T11:11"],
    ["2h", "2026-11-21T11:41"],
    ["sofort", "2026-11-21T09:41"],
    ["morgen 8", "2026-11-22T08:00"],
    ["morgen 8:30", "2026-11-22T08:30"],
    ["22.11. 9:30", "2026-11-22T09:30"],
    ["24.12.2026, 16 Uhr", "2026-12-24T16:00"],
    ["2026-11-23 07:15", "2026-11-23T07:15"],
  ])("a typed date and time %s is read as %s", (typed, moment) => {
    expect(parseTypedMoment(typed, clockForFuture)?.toPlainDateTime().toString({ smallestUnit: "minute" })).toBe(
      moment,
    );
  });

  it("an hour later than now, typed into a field for the past, is read as yesterday's", () => {
    expect(parseTypedMoment("23:30", clockForPast)?.toPlainDate().toString()).toBe("2026-11-20");
  });

  it.each(["25:00", "8:61", "bald", "31.2. 8:00"])("a typed date and time %s is not accepted", (typed) => {
    expect(parseTypedMoment(typed, clockForFuture)).toBeUndefined();
  });

  it.each(["de", "en"])("a date and time shown in %s is read back as the same moment", (locale) => {
    const shown = viennaTime("2026-10-24T02:30");
    expect(parseTypedMoment(formatTypedMoment(shown, locale), clockForFuture)?.equals(shown)).toBe(true);
    const day = Temporal.PlainDate.from("1941-07-19");
    expect(parseTypedDay(formatTypedDay(day, locale), clockForPast)?.equals(day)).toBe(true);
  });
});

describe("moments in the hour that comes twice when clocks go back", () => {
  const viennaInstant = (text: string) => Temporal.Instant.from(text).toZonedDateTimeISO("Europe/Vienna");
  const [first, second] = [viennaInstant("2026-10-25T00:10Z"), viennaInstant("2026-10-25T01:10Z")];

  it.each(["de", "en"])("both times of the repeated hour that are shown in %s can be read back", (locale) => {
    for (const clock of [clockForFuture, clockForPast])
      for (const shown of [first, second])
        expect(parseTypedMoment(formatTypedMoment(shown, locale), clock)?.equals(shown)).toBe(true);
  });

  it("a moment is shown with its offset in the repeated hour only", () => {
    expect(formatTypedMoment(first, "de")).toBe("25.10.2026 02:10 +02:00");
    expect(formatTypedMoment(second, "de")).toBe("25.10.2026 02:10 +01:00");
    expect(formatTypedMoment(second.add({ hours: 1 }), "de")).toBe("25.10.2026 03:10");
    expect(formatTypedMoment(viennaTime("2026-03-29T03:10"), "de")).toBe("29.03.2026 03:10");
  });

  it.each([
    "25.10.2026 02:10 +03:00",
    "25.10.2026 03:10 +02:00",
    "24.12.2026 16:00 +02:00",
    "morgen +01:00",
    "+90 +01:00",
  ])("a typed date and time %s with an offset that the zone does not have then is not accepted", (typed) => {
    expect(parseTypedMoment(typed, clockForFuture)).toBeUndefined();
  });

  it("a time of the repeated hour is read as the next one to come, or in a field for the past as the last one", () => {
    const read = (typed: string, now: ZonedDateTime, isPast: boolean) =>
      parseTypedMoment(typed, { now, isPast })?.toInstant().toString();
    expect(read("2:50", first, false)).toBe("2026-10-25T00:50:00Z");
    expect(read("2:50", second, false)).toBe("2026-10-25T01:50:00Z");
    expect(read("25.10.2026 2:50", second, false)).toBe("2026-10-25T01:50:00Z");
    expect(read("2:05", first, true)).toBe("2026-10-25T00:05:00Z");
    expect(read("2:05", second, true)).toBe("2026-10-25T01:05:00Z");
    expect(read("2:50", second, true)).toBe("2026-10-25T00:50:00Z");
  });
});
