import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { expect, it } from "vitest";
import { assertPartnerChangesOnlyOwnFields } from "./partner-data-testkit";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);

it(`updates by a partner do not change our own fields of its case, by 20,000 random sequences (seed ${SEED})`, () => {
  expect(() => assertPartnerChangesOnlyOwnFields(SEED, 20_000)).not.toThrow();
}, 300_000);
