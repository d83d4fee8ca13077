import { expect, it } from "vitest";
import { summarizePositionHours } from "./day-hours.ts";

const timeOnTestDay = (time: string) => Date.parse(`2026-03-02T${time}:00Z`);
const aFix = (time: string, lat: number) => ({ at: timeOnTestDay(time), lat, lon: 15.44 });
const aReader = (hour: string, reader_name: string, purpose: "MAP" | "TRACK" | "SUGGESTION") => ({
  hour: new Date(timeOnTestDay(hour)).toISOString(),
  reader_name,
  purpose,
});

it("the list of a driver's positions shows, for each hour, the kilometres and who viewed them, in the company's time zone", () => {
  const fixes = [aFix("07:50", 47), aFix("07:55", 47.01), aFix("08:04", 47.02)];
  const readers = [
    aReader("10:00", "Eva Gruber", "TRACK"),
    aReader("07:00", "Eva Gruber", "MAP"),
    aReader("07:00", "Paul Huber", "MAP"),
    aReader("07:00", "Eva Gruber", "SUGGESTION"),
  ];
  const hours = summarizePositionHours({ begin: timeOnTestDay("00:00") - 3_600_000, fixes, readers }, "Europe/Vienna");
  expect(hours.map(({ hour }) => hour)).toEqual([11, 9, 8]);
  const [eleven, nine, eight] = hours;
  expect(eleven).toEqual({ hour: 11, kilometers: undefined, looks: [{ name: "Eva Gruber", purposes: ["TRACK"] }] });
  expect(nine?.kilometers).toBeCloseTo(1.1, 1);
  expect(nine?.looks).toEqual([]);
  expect(eight?.kilometers).toBeCloseTo(1.1, 1);
  expect(eight?.looks).toEqual([
    { name: "Eva Gruber", purposes: ["MAP", "SUGGESTION"] },
    { name: "Paul Huber", purposes: ["MAP"] },
  ]);
});

it("an hour in which the day before ended is shown as the first one of a driver's day", () => {
  const readers = [aReader("18:00", "Eva Gruber", "MAP")];
  const hoursOfDay = (begin: number) => summarizePositionHours({ begin, fixes: [], readers }, "Asia/Kolkata");
  const midnight = timeOnTestDay("18:30");
  expect(hoursOfDay(midnight).map(({ hour }) => hour)).toEqual([0]);
  expect(hoursOfDay(midnight - 24 * 3_600_000).map(({ hour }) => hour)).toEqual([23]);
});
