import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { assertTimingMatchesSolver, assertTimingKeepsStopOrder } from "./timed-tour-testkit";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const TOUR_COUNT = 2_000;

describe(`the plan of a tour (seed ${SEED})`, () => {
  it(`a tour plan has the same times as the solver's for the same stops, on ${TOUR_COUNT} random tours`, () => {
    expect(() => assertTimingMatchesSolver({ seed: SEED, tours: TOUR_COUNT })).not.toThrow();
  }, 300_000);

  it("a tour plan never delivers a case before its pickup, whatever order the dispatcher has set", () => {
    expect(() => assertTimingKeepsStopOrder({ seed: SEED, tours: TOUR_COUNT })).not.toThrow();
  }, 300_000);
});
