import { drawnSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { compareWithIcal, ZONES } from "./ical-testkit";

const SEED = drawnSeed(import.meta.url);
/** RULES=10000 makes the long run. */
const RULES = Number(process.env["RULES"] ?? 1_000);

describe(`an event that comes again (seed ${SEED})`, () => {
  it(`falls on the days and moments that ical.js names, by ${RULES} random rules in ${ZONES.length} zones`, {
    timeout: 60_000 + RULES * 200,
  }, () => {
    expect(compareWithIcal(SEED, RULES)).toBeGreaterThan(RULES * 10);
  });
});
