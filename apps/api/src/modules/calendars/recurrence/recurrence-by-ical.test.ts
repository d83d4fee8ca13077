import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { compareWithIcal, ZONES } from "./ical-testkit";

const RULES = 30;

describe("an event that comes again", () => {
  it.each(fixedSeeds(3))(
    `falls on the days and moments that ical.js names, by ${RULES} rules in ${ZONES.length} zones of seed %i`,
    (seed) => {
      expect(compareWithIcal(seed, RULES)).toBeGreaterThan(RULES);
    },
    120_000,
  );
});
