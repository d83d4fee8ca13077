import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { planDays } from "./absent-days-testkit";

const SEED = drawnSeed(import.meta.url);
const DAYS = 1_000;

describe("a plan", () => {
  it(`a plan of any of ${DAYS} days gives no stops to absent people, and names the cases that are left (seed ${SEED})`, () => {
    const { stops, left } = planDays(SEED, DAYS);
    expect(stops).toBeGreaterThan(DAYS);
    expect(left).toBeGreaterThan(DAYS / 10);
  }, 300_000);
});
