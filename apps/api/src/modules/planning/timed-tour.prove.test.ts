import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { compareWithSolver, holdOrder } from "./timed-tour-testkit";

const SEED = drawnSeed(import.meta.url);
const TOURS = 2_000;

describe(`the plan of a tour (seed ${SEED})`, () => {
  it(`the plan of a tour has the times that the solver gives the same stops, on ${TOURS} random tours`, () => {
    expect(() => compareWithSolver({ seed: SEED, tours: TOURS })).not.toThrow();
  }, 300_000);

  it("the plan of a tour never delivers a case before its pickup, in whatever order the dispatcher has set", () => {
    expect(() => holdOrder({ seed: SEED, tours: TOURS })).not.toThrow();
  }, 300_000);
});
