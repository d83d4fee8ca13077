import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { splitTourAtMidnights } from "./work-time";
import { assertMatchesMinuteCount, MINUTE_MS } from "./work-time-testkit";

describe("working time", () => {
  it.each(fixedSeedsOrEnvironmentSeed(3))(
    "the working time of random tours on days of 23, 24 and 25 hours equals a count minute by minute, by seed %i",
    (seed) => expect(() => assertMatchesMinuteCount(seed, 130)).not.toThrow(),
  );

  it("unrecorded breaks are not subtracted from the working time", () => {
    const tour = {
      from: 0,
      to: 8 * 60 * MINUTE_MS,
      breaks: [{ from: 0, to: MINUTE_MS }],
      offDuty: [],
      breaks_known: false,
    };
    expect(splitTourAtMidnights(tour, [0, 1440 * MINUTE_MS])).toMatchObject([{ breakMs: 0, netMs: 480 * MINUTE_MS }]);
  });
});
