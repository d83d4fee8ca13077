import { expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink } from "#outbox/row.fixture.ts";
import {
  arrivalMinuteChoices,
  isoAfterMinutes,
  minutesUntil,
  presetArrivalMinutes,
  isArrivalPromisedOnAccept,
} from "./arrival.ts";

const now = Date.parse("2026-03-02T10:06:00Z");

it.each([
  [0.5, 10],
  [10, 10],
  [10.1, 15],
  [44, 45],
  [46, 60],
  [180, 180],
  [180.1, 210],
  [200, 210],
  [211, 240],
])("the driver app presets, for a drive of %s minutes, an arrival in %s minutes", (minutes, preset) => {
  expect(presetArrivalMinutes(minutes)).toBe(preset);
  expect(arrivalMinuteChoices(minutes)).toContain(preset);
  expect(arrivalMinuteChoices(minutes)).toHaveLength(5);
});

it("the driver app presets no arrival time while the duration of the drive is unknown", () => {
  expect(presetArrivalMinutes(undefined)).toBeUndefined();
  expect(arrivalMinuteChoices(undefined)).toEqual([10, 15, 20, 30, 45]);
});

it.each([
  ["ROADSIDE", "2026-03-02T18:00:00Z", true],
  ["FUNERAL", null, true],
  ["FUNERAL", "2026-03-02T10:30:00Z", true],
  ["FUNERAL", "2026-03-02T18:00:00Z", false],
] as const)(
  "accepting a %s case that may start at %s includes an arrival time: %s",
  (data_type, not_before, isSaid) => {
    expect(isArrivalPromisedOnAccept({ ...aCaseWithLink(data_type, aTourCaseLink("ASSIGNED")), not_before }, now)).toBe(
      isSaid,
    );
  },
);

it("the minutes until an arrival are counted from now, and undefined for a time in the past", () => {
  expect(minutesUntil("2026-03-02T10:21:00Z", now)).toBe(15);
  expect(minutesUntil("2026-03-02T10:00:00Z", now)).toBeUndefined();
  expect(minutesUntil(null, now)).toBeUndefined();
  expect(isoAfterMinutes(15, now)).toBe("2026-03-02T10:21:00.000Z");
});
