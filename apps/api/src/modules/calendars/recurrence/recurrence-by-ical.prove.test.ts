import { drawnSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { compareWithIcal, ZONES } from "./ical-testkit";

/** Each part is told by itself: one that differs does not hide what others find. */
const [PARTS, RULES] = [10, 1_000];

describe("an event that comes again", () => {
  it.each(drawnSeeds(import.meta.url, PARTS))(
    `falls on the days and moments that ical.js names, by ${RULES} of ${PARTS * RULES} random rules in ${ZONES.length} zones (seed %i)`,
    (seed) => {
      expect(compareWithIcal(seed, RULES)).toBeGreaterThan(RULES * 10);
    },
    300_000,
  );
});
