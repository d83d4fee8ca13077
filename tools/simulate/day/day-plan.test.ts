import { expect, test } from "vitest";
import { SeededChance } from "@leitstand/scenario/chance";
import { planCasesOfDay } from "./day-plan";

test("the plan of a simulated day is the same for the same seed", () => {
  const depots = [{ branch_id: "b", places: [{ city: "Graz", zip_code: "8010", lat: 47.07, lon: 15.44 }] }];
  const overrides = {
    type: "ROADSIDE" as const,
    cases: 50,
    minutes: 600,
    begins: new Date("2026-03-02T06:00:00Z"),
    depots,
    run: "r",
  };
  const day = planCasesOfDay(overrides, new SeededChance(3));
  expect(planCasesOfDay(overrides, new SeededChance(3))).toEqual(day);
  expect(planCasesOfDay(overrides, new SeededChance(4))).not.toEqual(day);
  expect(day.map(({ at }) => at)).toEqual(day.map(({ at }) => at).toSorted((a, b) => a - b));
});
