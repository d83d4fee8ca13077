import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import {
  createRoadsideTenant,
  findChangesOfOwnFields,
  sendVersionsInStreams,
} from "../../testing/partners/oeamtc-sequences";
import { startApi } from "../../testing/start-api";

const SEED = drawnSeed(import.meta.url);
const SEQUENCE_COUNT = 30;

describe(`cases of a partner (seed ${SEED})`, () => {
  const api = startApi();

  it("a partner's case has its newest version after 1,000 upserts that come twice, late and in eight streams", async () => {
    expect(await sendVersionsInStreams(api, await createRoadsideTenant(api), { seed: SEED, jobs: 100 })).toEqual([]);
  }, 600_000);

  it("a partner's requests change none of our fields, whatever they contain and when they come", async () => {
    const roadside = await createRoadsideTenant(api);
    for (let seed = SEED; seed < SEED + SEQUENCE_COUNT; seed++)
      expect(await findChangesOfOwnFields(api, roadside, seed), `SEED=${seed}`).toEqual([]);
  }, 1_800_000);
});
