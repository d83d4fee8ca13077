import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { planDays } from "./absent-days-testkit";

const DAYS = 50;

describe("a plan", () => {
  it.each(fixedSeeds(3))(
    `of any of ${DAYS} days lets nobody work while they are away, and says whom that leaves, by seed %i`,
    (seed) => {
      const { stops, left } = planDays(seed, DAYS);
      expect(stops).toBeGreaterThan(DAYS);
      expect(left).toBeGreaterThan(0);
    },
    120_000,
  );
});
