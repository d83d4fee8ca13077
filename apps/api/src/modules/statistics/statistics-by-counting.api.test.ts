import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { compareStatisticsWithBruteForce, statisticsTimeZones } from "../../testing/statistics/compare-statistics";

describe("statistics", () => {
  const api = startApi();

  it.each(statisticsTimeZones.flatMap((zone) => fixedSeedsOrEnvironmentSeed(3).map((seed) => ({ zone, seed }))))(
    "statistics equal a count of every single case, after random changes and recounts, in $zone by seed $seed",
    async ({ zone, seed }) => {
      await expect(compareStatisticsWithBruteForce(api, zone, seed)).resolves.toBeUndefined();
    },
  );
});
