import { describe, expect, it } from "vitest";
import { endOnEveryNode, rightsLosses } from "./testing/races/rights-losses";
import { startApi } from "./testing/start-api";

const ENDED_WITHIN_MS = 5_000;

describe("who may listen no more", () => {
  const api = startApi();

  it.each(rightsLosses)("$who is told so within 5 s on every node", async (loss) => {
    expect(await endOnEveryNode(api, loss)).toBeLessThan(ENDED_WITHIN_MS);
  });
});
