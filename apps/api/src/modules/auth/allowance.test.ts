import { describe, expect, it } from "vitest";
import { createCooldownLimits, recipientMessageLimits, computeRateLimitWaitSeconds } from "./allowance";

const momentAfterSeconds = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

describe("allowance", () => {
  it.each([
    [[0], 10, 50],
    [[0, 55], 56, 59],
  ])(
    "the cool-down of a recipient with messages at the seconds %j still lasts, at second %i, for %i seconds",
    (sent, now, wait) =>
      expect(
        computeRateLimitWaitSeconds(sent.map(momentAfterSeconds), createCooldownLimits(60), momentAfterSeconds(now)),
      ).toBe(wait),
  );
  it("a sixth message to one recipient waits until the fifth newest message is an hour old", () =>
    expect(
      computeRateLimitWaitSeconds(
        [0, 100, 200, 300, 400, 500].map(momentAfterSeconds),
        recipientMessageLimits,
        momentAfterSeconds(600),
      ),
    ).toBe(3_100));
});
