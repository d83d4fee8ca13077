import { expect, it } from "vitest";
import type { PositionFix } from "#device/device.ts";
import { createFixFilterState, filterStateAfterClockJump, fixByPhoneClock, isFixKept } from "./fix-filter.ts";

const beginMs = Date.parse("2026-03-02T08:00:00Z");
/** Fix so many metres to the north of where the shift began. */
const aFix = (seconds: number, meters = 0, changes: Partial<PositionFix> = {}): PositionFix => ({
  at: beginMs + seconds * 1_000,
  lat: 47.07 + meters / 111_195,
  lon: 15.44,
  accuracy_meters: 8,
  speed_meters_per_second: null,
  heading_degrees: null,
  ...changes,
});
const poorAccuracy = { accuracy_meters: 400 };

/** Seconds of the fixes that the filter keeps from a sequence. */
function keptSeconds(fixes: readonly PositionFix[]): number[] {
  let state = createFixFilterState(beginMs);
  return fixes.flatMap((fix) => {
    if (!isFixKept(state, fix)) return [];
    state = { ...state, last: fix };
    return [(fix.at - beginMs) / 1_000];
  });
}
const fixesEverySecond = (seconds: number, fixAt: (second: number) => PositionFix) =>
  Array.from({ length: seconds + 1 }, (_, second) => fixAt(second));

it.each([
  ["stamped by the satellites, while the phone is two hours ahead", { now: 7_200, offset: -7_200, at: 0 }, 7_200],
  ["stamped by the satellites a minute and a half ago", { now: 7_290, offset: -7_200, at: 0 }, 7_200],
  ["stamped by the phone, which is two hours ahead", { now: 7_200, offset: -7_200, at: 7_195 }, 7_195],
  ["of a phone that is two hours behind", { now: 0, offset: 7_200, at: 0 }, 0],
  ["delivered late on a phone whose clock is right", { now: 300, offset: 0, at: 0 }, 0],
])("a position %s counts by the phone's clock", (_what, { now, offset, at }, seconds) => {
  const clock = { now: beginMs + now * 1_000, offset: offset * 1_000 };
  expect(fixByPhoneClock(aFix(at), clock)).toEqual(aFix(seconds));
});

it("the phone records a position every ten seconds while driving, and every minute while standing", () => {
  expect(keptSeconds(fixesEverySecond(35, (second) => aFix(second, 0, { speed_meters_per_second: 13 })))).toEqual([
    0, 10, 20, 30,
  ]);
  expect(keptSeconds(fixesEverySecond(130, (second) => aFix(second, 0, { speed_meters_per_second: 0.4 })))).toEqual([
    0, 60, 120,
  ]);
});

it.each([
  ["no speed, but sixty metres further", aFix(12, 60), true],
  ["no speed, and forty metres further", aFix(12, 40), false],
  ["sixty metres further, but inaccurate by eighty", aFix(12, 60, { accuracy_meters: 80 }), false],
  ["driving, and only nine seconds later", aFix(9, 200, { speed_meters_per_second: 20 }), false],
  ["an older one that comes late", aFix(-30, 200), false],
])("the phone decides by time and distance whether to record a fix after the last one: %s", (_, fix, isTaken) => {
  expect(isFixKept({ since: beginMs - 60_000, last: aFix(0) }, fix)).toBe(isTaken);
});

it("the phone records a fix inaccurate by more than 100 metres only if there was no better one for a minute", () => {
  expect(keptSeconds([aFix(5, 0, poorAccuracy), aFix(40, 0, poorAccuracy), aFix(61, 0, poorAccuracy)])).toEqual([61]);
  expect(
    keptSeconds([aFix(0), aFix(30, 900, poorAccuracy), aFix(59, 900, poorAccuracy), aFix(60, 900, poorAccuracy)]),
  ).toEqual([0, 60]);
  expect(keptSeconds([aFix(60, 0, poorAccuracy), aFix(61)])).toEqual([60, 61]);
});

it("the phone records no fix from before the shift or from a break", () => {
  expect(isFixKept(createFixFilterState(beginMs), aFix(-1))).toBe(false);
  expect(isFixKept(createFixFilterState(beginMs), aFix(0))).toBe(true);
});

it("the phone goes on recording positions when its clock is set back during the shift", () => {
  const before = { since: beginMs, last: aFix(60) };
  const setBack = beginMs - 3_600_000;
  const after = filterStateAfterClockJump(before, setBack);
  expect(isFixKept(after, aFix(-3_599))).toBe(true);
  expect(filterStateAfterClockJump(before, beginMs + 58_000)).toBe(before);
});
