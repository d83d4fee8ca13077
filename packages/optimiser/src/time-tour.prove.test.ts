import { expect, it } from "vitest";
import { assertTourTimesMatchSolver } from "./time-tour-testkit";

const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const TOUR_COUNT = 2_000;

it(`timing a tour in a given order yields the same times as the solver, on ${TOUR_COUNT} random tours (SEED=${SEED})`, () => {
  expect(() => assertTourTimesMatchSolver(SEED, TOUR_COUNT)).not.toThrow();
}, 300_000);
