import { describe, expect, it } from "vitest";
import type { FuzzRequestKind } from "./testing/fuzz/fuzz-request";
import { ApiFuzzer } from "./testing/fuzz/fuzzer";
import { startApi } from "./testing/start-api";

/**
 * Kinds of requests by seed. Each begins with good requests, so that those that follow meet objects that exist;
 * contract-fuzz.prove.test.ts sends many rounds of them.
 */
const fuzzCampaigns: readonly (readonly FuzzRequestKind[])[] = [
  ["valid", "one field wrong", "wrong structure"],
  ["valid", "raw bytes", "wrong parameters"],
];
const seedOfEnvironment = process.env["SEED"];

describe("every operation under random requests", () => {
  const api = startApi();

  it.each(fuzzCampaigns.map((kinds, at) => ({ seed: Number(seedOfEnvironment ?? at + 1), kinds })))(
    "the API answers random requests as the contract says, by seed $seed",
    { timeout: 240_000 },
    async ({ seed, kinds }) => {
      const fuzzer = await ApiFuzzer.open(api, seed);
      await fuzzer.run(kinds);
      expect(fuzzer.faults.slice(0, 20)).toEqual([]);
      // A fuzzer whose valid requests are mostly refused does not test what follows validation.
      expect(fuzzer.outcomes.accepted / fuzzer.outcomes.valid).toBeGreaterThan(0.4);
    },
  );
});
