import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { planDays } from "./absent-days-testkit";

const DAYS = 50;

describe("a plan", () => {
  it.each(fixedSeeds(3))(
    `a plan of any of ${DAYS} days gives no stops to absent people, and names the cases that are left, by seed %i`,
    (seed) => {
      const { stops, left } = planDays(seed, DAYS);
      expect(stops).toBeGreaterThan(DAYS);
      expect(left).toBeGreaterThan(0);
    },
    120_000,
  );
});
