import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import {
  createRoadsideTenant,
  findUnauthorizedPartnerChanges,
  sendCaseVersionsConcurrently,
} from "../../testing/partners/oeamtc-sequences";
import { startApi } from "../../testing/start-api";

/** Number of sequences; `partner-data.test.ts` plays them without a database. */
const SEQUENCE_COUNT = 6;

describe("cases of a partner", () => {
  const api = startApi();

  it("a case ends at the newest version that its partner sent, even when requests arrive twice, late and in eight parallel streams", async () => {
    expect(await sendCaseVersionsConcurrently(api, await createRoadsideTenant(api), { seed: 1, jobs: 20 })).toEqual([]);
  }, 240_000);

  it.each(fixedSeedsOrEnvironmentSeed(SEQUENCE_COUNT))(
    "requests of a partner change none of our own fields, whatever they contain and when they arrive, by seed %i",
    async (seed) => {
      expect(await findUnauthorizedPartnerChanges(api, await createRoadsideTenant(api), seed)).toEqual([]);
    },
  );
});
