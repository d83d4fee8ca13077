import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { compareStatistics, zones } from "../../testing/statistics/compare-statistics";

const SEED = drawnSeed(import.meta.url);
/** Number of data sets for each zone. */
const SETS = 200;

describe(`statistics of random tenants (seed ${SEED})`, () => {
  const api = startApi();

  it.each(zones)(
    `statistics equal a count case by case, in ${SETS} data sets of %s, whatever was counted before and changed since`,
    async (zone) => {
      for (let seed = SEED; seed < SEED + SETS; seed++)
        await expect(compareStatistics(api, zone, seed)).resolves.toBeUndefined();
    },
    1_200_000,
  );
});
