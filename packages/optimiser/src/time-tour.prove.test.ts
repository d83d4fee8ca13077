import { expect, it } from "vitest";
import { compareWithSolver } from "./time-tour-testkit";

const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const TOURS = 2_000;

it(`times a tour in a given order exactly as the solver does, on ${TOURS} random tours (SEED=${SEED})`, () => {
  expect(() => compareWithSolver(SEED, TOURS)).not.toThrow();
}, 300_000);
