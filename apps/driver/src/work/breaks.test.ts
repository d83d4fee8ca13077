import { describe, expect, it } from "vitest";
import { totalBreakMs, breakFieldsAfterToggle } from "./breaks.ts";

const MINUTE_MS = 60_000;
const timeAtMinute = (minute: number) => Date.parse("2026-03-02T09:00:00Z") + minute * MINUTE_MS;
const workingTour = { started_sub_state: "ACTIVE" } as const;
const tourOnBreak = { started_sub_state: "ON_A_BREAK" } as const;
const tourOffDuty = { started_sub_state: "OFF_DUTY" } as const;

describe("the breaks of a shift", () => {
  it("the break time of a shift is the sum of all its breaks, including the current one", () => {
    const first = breakFieldsAfterToggle({}, workingTour, timeAtMinute(0));
    expect(totalBreakMs(first, tourOnBreak, timeAtMinute(12))).toBe(12 * MINUTE_MS);
    const back = { ...first, ...breakFieldsAfterToggle(first, tourOnBreak, timeAtMinute(20)) };
    expect(totalBreakMs(back, workingTour, timeAtMinute(60))).toBe(20 * MINUTE_MS);
    const second = { ...back, ...breakFieldsAfterToggle(back, workingTour, timeAtMinute(90)) };
    expect(totalBreakMs(second, tourOnBreak, timeAtMinute(102))).toBe(32 * MINUTE_MS);
  });

  it("the break time of a shift is zero if the driver tapped no break, even if the dispatcher set the sub-state", () => {
    expect(totalBreakMs({}, workingTour, timeAtMinute(60))).toBe(0);
    expect(totalBreakMs({}, tourOnBreak, timeAtMinute(60))).toBe(0);
  });

  it("the break time of a shift does not grow when the driver goes off duty, or back on duty", () => {
    const kept = { ...breakFieldsAfterToggle({}, workingTour, timeAtMinute(0)) };
    const back = { ...kept, ...breakFieldsAfterToggle(kept, tourOnBreak, timeAtMinute(20)) };
    expect(breakFieldsAfterToggle(back, tourOffDuty, timeAtMinute(50))).toEqual({});
    expect(totalBreakMs(back, tourOffDuty, timeAtMinute(50))).toBe(20 * MINUTE_MS);
  });
});
