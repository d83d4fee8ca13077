import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { assertMatchesSolverTimes, assertKeepsGivenOrder } from "./timed-tour-testkit";

const SEED = drawnSeed(import.meta.url);
const TOUR_COUNT = 2_000;

describe(`the plan of a tour (seed ${SEED})`, () => {
  it(`the plan of a tour has the times that the solver gives the same stops, on ${TOUR_COUNT} random tours`, () => {
    expect(() => assertMatchesSolverTimes({ seed: SEED, tours: TOUR_COUNT })).not.toThrow();
  }, 300_000);

  it("the plan of a tour never delivers a case before its pickup, in whatever order the dispatcher has set", () => {
    expect(() => assertKeepsGivenOrder({ seed: SEED, tours: TOUR_COUNT })).not.toThrow();
  }, 300_000);
});
