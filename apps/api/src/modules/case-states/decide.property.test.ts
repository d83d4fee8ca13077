import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideCaseAction } from "./decide";
import { checkInvariantsOnRandomDays } from "./random-days-testkit";

describe("random days of dispatch", () => {
  it.each(fixedSeedsOrEnvironmentSeed(3))(
    "random sequences of dispatch actions keep every invariant, by seed %i",
    (seed) => {
      const report = checkInvariantsOnRandomDays(decideCaseAction, { seed, days: 100 });
      expect(fc.defaultReportMessage(report)).toBeUndefined();
    },
    60_000,
  );
});
