import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import {
  createRoadsideTenant,
  findUnauthorizedPartnerChanges,
  sendCaseVersionsConcurrently,
} from "../../testing/partners/oeamtc-sequences";
import { startApi } from "../../testing/start-api";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const SEQUENCE_COUNT = 30;

describe(`cases of a partner (seed ${SEED})`, () => {
  const api = startApi();

  it("a case ends at the newest version that its partner sent, after 1,000 requests that arrive twice, late and in eight parallel streams", async () => {
    expect(await sendCaseVersionsConcurrently(api, await createRoadsideTenant(api), { seed: SEED, jobs: 100 })).toEqual(
      [],
    );
  }, 600_000);

  it("requests of a partner change none of our own fields, whatever they contain and when they arrive", async () => {
    const roadside = await createRoadsideTenant(api);
    for (let seed = SEED; seed < SEED + SEQUENCE_COUNT; seed++)
      expect(await findUnauthorizedPartnerChanges(api, roadside, seed), `SEED=${seed}`).toEqual([]);
  }, 1_800_000);
});
