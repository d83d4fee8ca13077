import { describe, expect, it } from "vitest";
import { measureRightsLossOnNodes, rightsLossScenarios } from "./testing/races/rights-losses";
import { startApi } from "./testing/start-api";

const ENDED_WITHIN_MS = 5_000;

describe("live streams of callers whose access has ended", () => {
  const api = startApi();

  it.each(rightsLossScenarios)("every node closes the stream of $who within 5 s", async (loss) => {
    expect(await measureRightsLossOnNodes(api, loss)).toBeLessThan(ENDED_WITHIN_MS);
  });
});
