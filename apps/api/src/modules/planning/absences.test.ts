import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { planRandomDays } from "./absent-days-testkit";

const DAY_COUNT = 50;

describe("a plan", () => {
  it.each(fixedSeeds(3))(
    `a plan of any of ${DAY_COUNT} days gives no stops to absent people, and names the cases that are left, by seed %i`,
    (seed) => {
      const { stops, left } = planRandomDays(seed, DAY_COUNT);
      expect(stops).toBeGreaterThan(DAY_COUNT);
      expect(left).toBeGreaterThan(0);
    },
    120_000,
  );
});
