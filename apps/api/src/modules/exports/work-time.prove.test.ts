import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { expect, it } from "vitest";
import { compareWithMinutes } from "./work-time-testkit";

const SEED = drawnSeed(import.meta.url);

it(`finds the working time of any tour that counting minute by minute finds (seed ${SEED})`, () => {
  expect(() => compareWithMinutes(SEED, 10_000)).not.toThrow();
}, 300_000);
