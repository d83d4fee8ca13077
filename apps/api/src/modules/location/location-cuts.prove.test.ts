import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { writePositionsThroughCuts } from "../../testing/races/position-cuts";
import { startApi } from "../../testing/start-api";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);

describe(`acknowledged positions, in a random order (seed ${SEED})`, () => {
  const api = startApi();

  it("every acknowledged position is stored once, and few are refused, although the database repeatedly ends all connections", async () => {
    const { acknowledged, refusals, cuts, ...faults } = await writePositionsThroughCuts(api, {
      seed: SEED,
      writers: 64,
      acksPerCut: 100,
    });
    expect(faults).toEqual({ missing: [], doubled: 0, backwards: [], outdated: [] });
    expect(cuts).toBeGreaterThanOrEqual(10);
    expect(refusals).toBeLessThan(acknowledged);
  }, 120_000);
});
