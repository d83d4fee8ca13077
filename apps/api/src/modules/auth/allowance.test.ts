import { describe, expect, it } from "vitest";
import { cooldownWindows, recipientWindows, waitSecondsOf } from "./allowance";

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

describe("allowance", () => {
  it.each([
    [[0], 10, 50],
    [[0, 55], 56, 59],
  ])("an allowance waits out the cool-down after the newest of %j at %i s", (sent, now, wait) =>
    expect(waitSecondsOf(sent.map(at), cooldownWindows(60), at(now))).toBe(wait),
  );
  it("an allowance waits until the fifth newest message is an hour old", () =>
    expect(waitSecondsOf([0, 100, 200, 300, 400, 500].map(at), recipientWindows, at(600))).toBe(3_100));
});
