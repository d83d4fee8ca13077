import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { aRoadside, findChanges, tellInStreams } from "../../testing/partners/oeamtc-sequences";
import { startApi } from "../../testing/start-api";

/** Sequences without a database: `partner-data.test.ts`. */
const SEQUENCES = 6;

describe("what a partner says", () => {
  const api = startApi();

  it("stands in its newest version, though it comes twice, late and in eight streams", async () => {
    expect(await tellInStreams(api, await aRoadside(api), { seed: 1, jobs: 20 })).toEqual([]);
  }, 240_000);

  it.each(fixedSeeds(SEQUENCES))(
    "changes nothing that is ours, whatever it says and when, by seed %i",
    async (seed) => {
      expect(await findChanges(api, await aRoadside(api), seed)).toEqual([]);
    },
  );
});
