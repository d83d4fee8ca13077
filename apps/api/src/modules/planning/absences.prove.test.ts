import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { planRandomDaysWithAbsences } from "./absent-days-testkit";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const DAY_COUNT = 1_000;

describe("a plan", () => {
  it(`plans of ${DAY_COUNT} random days give no stops to absent people, and name the cases without a tour (seed ${SEED})`, () => {
    const { stops, left } = planRandomDaysWithAbsences(SEED, DAY_COUNT);
    expect(stops).toBeGreaterThan(DAY_COUNT);
    expect(left).toBeGreaterThan(DAY_COUNT / 10);
  }, 300_000);
});
