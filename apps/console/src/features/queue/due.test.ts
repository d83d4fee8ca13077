import { describe, expect, it } from "vitest";
import { timeToDueFromNow } from "./due.ts";

const now = Date.parse("2026-03-02T08:00:00Z");
const minutesAfterNow = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

describe("how a due time stands to now", () => {
  it.each([
    [0, { isLate: false, unit: "now", count: 0 }],
    [0.9, { isLate: false, unit: "now", count: 0 }],
    [-0.9, { isLate: true, unit: "now", count: 0 }],
    [12, { isLate: false, unit: "minutes", count: 12 }],
    [-18, { isLate: true, unit: "minutes", count: 18 }],
    [59.9, { isLate: false, unit: "minutes", count: 59 }],
    [60, { isLate: false, unit: "hours", count: 1, minutes: 0 }],
    [-189, { isLate: true, unit: "hours", count: 3, minutes: 9 }],
    [7 * 60 + 40, { isLate: false, unit: "hours", count: 7, minutes: 0 }],
    [24 * 60, { isLate: false, unit: "days", count: 1 }],
    [-50 * 60, { isLate: true, unit: "days", count: 2 }],
  ])("the queue shows a due time %d minutes away in the fitting unit", (minutes, due) =>
    expect(timeToDueFromNow(minutesAfterNow(minutes), now)).toMatchObject(due),
  );
});
