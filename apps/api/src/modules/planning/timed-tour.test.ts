import { estimateWay } from "@leitstand/geo/routing/estimate";
import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { positionOf } from "./planned";
import { aCase, at, aTour, rules } from "./planned-testkit";
import { timeOpenStops, waysAlong } from "./timed-tour";
import { compareWithSolver, holdOrder, now } from "./timed-tour-testkit";

const TOURS = 70;

describe("the plan of a tour", () => {
  it.each(fixedSeeds(3))(
    `has the times that the solver gives the same stops, on ${TOURS} tours of seed %i`,
    (seed) => expect(() => compareWithSolver({ seed, tours: TOURS })).not.toThrow(),
    60_000,
  );

  it.each(fixedSeeds(3))("brings nobody before fetching them, whatever order somebody gave, by seed %i", (seed) =>
    expect(() => holdOrder({ seed, tours: TOURS })).not.toThrow(),
  );

  it("takes a way that no road leads along from the straight line, and says so", () => {
    const tour = aTour("tour", { open: [{ state: "ASSIGNED", case: aCase("a") }] });
    const ways = waysAlong(tour)!;
    const rows = ways.places.map(() => ways.places.map(() => null));
    const timed = timeOpenStops(tour, { rules, now, ways, matrix: { durations: rows, distances: rows } });
    expect(timed.estimated).toBe(true);
    const drive = estimateWay(positionOf(tour.position)!, positionOf(at(1))!);
    expect(timed.stops[0]?.drive_seconds).toBe(Math.round(drive.duration_seconds));
  });
});
