import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { planDays } from "./absent-days-testkit";

const SEED = drawnSeed(import.meta.url);
const DAYS = 1_000;

describe("a plan", () => {
  it(`of any of ${DAYS} days lets nobody work while they are away, and says whom that leaves (seed ${SEED})`, () => {
    const { stops, left } = planDays(SEED, DAYS);
    expect(stops).toBeGreaterThan(DAYS);
    expect(left).toBeGreaterThan(DAYS / 10);
  }, 300_000);
});
