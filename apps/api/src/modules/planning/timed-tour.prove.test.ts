import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { compareWithSolver, holdOrder } from "./timed-tour-testkit";

const SEED = drawnSeed(import.meta.url);
const TOURS = 2_000;

describe(`the plan of a tour (seed ${SEED})`, () => {
  it(`has the times that the solver gives the same stops, on ${TOURS} random tours`, () => {
    expect(() => compareWithSolver({ seed: SEED, tours: TOURS })).not.toThrow();
  }, 300_000);

  it("brings nobody before fetching them, whatever order somebody gave", () => {
    expect(() => holdOrder({ seed: SEED, tours: TOURS })).not.toThrow();
  }, 300_000);
});
