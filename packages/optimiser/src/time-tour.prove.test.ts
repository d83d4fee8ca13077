import { expect, it } from "vitest";
import { compareWithSolver } from "./time-tour-testkit";

const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const TOURS = 2_000;

it(`a tour in a given order has the very times that the solver gives it, on ${TOURS} random tours (SEED=${SEED})`, () => {
  expect(() => compareWithSolver(SEED, TOURS)).not.toThrow();
}, 300_000);
