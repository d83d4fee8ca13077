import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { expect, it } from "vitest";
import { assertMatchesMinuteCount } from "./work-time-testkit";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);

it(`the working time of random tours equals a count minute by minute (seed ${SEED})`, () => {
  expect(() => assertMatchesMinuteCount(SEED, 10_000)).not.toThrow();
}, 300_000);
