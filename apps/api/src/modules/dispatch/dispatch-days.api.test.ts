import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { createDispatchModelCompany } from "../../testing/dispatch-model/company";
import { checkRandomDaysAgainstModel } from "../../testing/dispatch-model/days";
import { listTransitionCells } from "../../testing/dispatch-model/table-coverage";
import { startApi } from "../../testing/start-api";

/** Number of days of all seeds together; more of them reach more of the table. */
const RANDOM_DAY_COUNT = 18;

describe("comparison of dispatch with its model", () => {
  const api = startApi();

  it.each(["FUNERAL", "ROADSIDE"] as const)(
    "the API decides dispatch actions like its model, on random days of %s that reach most of the transition table",
    async (type) => {
      const company = await createDispatchModelCompany(api, type);
      const cells = listTransitionCells(type);
      const missing = new Set(cells);
      const seeds = fixedSeedsOrEnvironmentSeed(3);
      for (const seed of seeds)
        await checkRandomDaysAgainstModel(api, { company, missing, seed, numRuns: RANDOM_DAY_COUNT / seeds.length });
      expect(missing.size).toBeLessThan(cells.length / 2);
    },
    240_000,
  );
});
