import { seedsFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { assertRulesMatchIcalJs, ICAL_COMPARISON_TIME_ZONES } from "./ical-testkit";

/** Rules are tested in parts, so that a difference in one does not hide those in others. */
const [PARTS, RULES] = [10, 1_000];

describe("an event that comes again", () => {
  it.each(seedsFromEnvironmentOrDrawn(import.meta.url, PARTS))(
    `a recurring event has the same occurrences as in ical.js, by ${RULES} of ${PARTS * RULES} random rules in ${ICAL_COMPARISON_TIME_ZONES.length} zones (seed %i)`,
    (seed) => {
      expect(assertRulesMatchIcalJs(seed, RULES)).toBeGreaterThan(RULES * 10);
    },
    300_000,
  );
});
