import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import {
  createRoadsideTenant,
  findChangesOfOwnFields,
  sendVersionsInStreams,
} from "../../testing/partners/oeamtc-sequences";
import { startApi } from "../../testing/start-api";

/** Number of sequences; `partner-data.test.ts` plays them without a database. */
const SEQUENCE_COUNT = 6;

describe("cases of a partner", () => {
  const api = startApi();

  it("a partner's case has its newest version, although requests come twice, late and in eight streams", async () => {
    expect(await sendVersionsInStreams(api, await createRoadsideTenant(api), { seed: 1, jobs: 20 })).toEqual([]);
  }, 240_000);

  it.each(fixedSeeds(SEQUENCE_COUNT))(
    "a partner's requests change none of our fields, whatever they contain and when they come, by seed %i",
    async (seed) => {
      expect(await findChangesOfOwnFields(api, await createRoadsideTenant(api), seed)).toEqual([]);
    },
  );
});
