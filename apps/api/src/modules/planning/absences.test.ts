import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { planRandomDaysWithAbsences } from "./absent-days-testkit";

const DAY_COUNT = 50;

describe("a plan", () => {
  it.each(fixedSeedsOrEnvironmentSeed(3))(
    `plans of ${DAY_COUNT} random days give no stops to absent people, and name the cases without a tour, by seed %i`,
    (seed) => {
      const { stops, left } = planRandomDaysWithAbsences(seed, DAY_COUNT);
      expect(stops).toBeGreaterThan(DAY_COUNT);
      expect(left).toBeGreaterThan(0);
    },
    120_000,
  );
});
