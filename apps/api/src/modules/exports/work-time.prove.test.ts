import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { expect, it } from "vitest";
import { compareWithMinutes } from "./work-time-testkit";

const SEED = drawnSeed(import.meta.url);

it(`the working time of any tour equals a count minute by minute (seed ${SEED})`, () => {
  expect(() => compareWithMinutes(SEED, 10_000)).not.toThrow();
}, 300_000);
