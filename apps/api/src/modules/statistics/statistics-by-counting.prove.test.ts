import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { compareStatisticsWithBruteForce, statisticsTimeZones } from "../../testing/statistics/compare-statistics";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
/** Number of data sets for each zone. */
const DATA_SETS_PER_ZONE = 200;

describe(`statistics of random tenants (seed ${SEED})`, () => {
  const api = startApi();

  it.each(statisticsTimeZones)(
    `statistics equal a count of every single case in ${DATA_SETS_PER_ZONE} data sets of %s, after random changes and recounts`,
    async (zone) => {
      for (let seed = SEED; seed < SEED + DATA_SETS_PER_ZONE; seed++)
        await expect(compareStatisticsWithBruteForce(api, zone, seed)).resolves.toBeUndefined();
    },
    1_200_000,
  );
});
