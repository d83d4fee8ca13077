import { describe, expect, it } from "vitest";
import { breakMs, breakTapped } from "./breaks.ts";

const MINUTE_MS = 60_000;
const at = (minute: number) => Date.parse("2026-03-02T09:00:00Z") + minute * MINUTE_MS;
const atWork = { started_sub_state: "ACTIVE" } as const;
const onBreak = { started_sub_state: "ON_A_BREAK" } as const;
const offDuty = { started_sub_state: "OFF_DUTY" } as const;

describe("the breaks of a shift", () => {
  it("the breaks of a shift are the sum of all of them, including the present one", () => {
    const first = breakTapped({}, atWork, at(0));
    expect(breakMs(first, onBreak, at(12))).toBe(12 * MINUTE_MS);
    const back = { ...first, ...breakTapped(first, onBreak, at(20)) };
    expect(breakMs(back, atWork, at(60))).toBe(20 * MINUTE_MS);
    const second = { ...back, ...breakTapped(back, atWork, at(90)) };
    expect(breakMs(second, onBreak, at(102))).toBe(32 * MINUTE_MS);
  });

  it("a shift has no breaks where none was tapped, whatever sub-state the dispatcher has set", () => {
    expect(breakMs({}, atWork, at(60))).toBe(0);
    expect(breakMs({}, onBreak, at(60))).toBe(0);
  });

  it("the breaks of a shift do not grow by the end of work, nor by going back to it", () => {
    const kept = { ...breakTapped({}, atWork, at(0)) };
    const back = { ...kept, ...breakTapped(kept, onBreak, at(20)) };
    expect(breakTapped(back, offDuty, at(50))).toEqual({});
    expect(breakMs(back, offDuty, at(50))).toBe(20 * MINUTE_MS);
  });
});
