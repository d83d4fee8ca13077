import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { aRoadside, findChanges, tellInStreams } from "../../testing/partners/oeamtc-sequences";
import { startApi } from "../../testing/start-api";

/** Number of sequences; `partner-data.test.ts` plays them without a database. */
const SEQUENCE_COUNT = 6;

describe("cases of a partner", () => {
  const api = startApi();

  it("a partner's case has its newest version, although requests come twice, late and in eight streams", async () => {
    expect(await tellInStreams(api, await aRoadside(api), { seed: 1, jobs: 20 })).toEqual([]);
  }, 240_000);

  it.each(fixedSeeds(SEQUENCE_COUNT))(
    "a partner's requests change none of our fields, whatever they contain and when they come, by seed %i",
    async (seed) => {
      expect(await findChanges(api, await aRoadside(api), seed)).toEqual([]);
    },
  );
});
