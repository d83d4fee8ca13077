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
    `the plan of a tour has the times that the solver gives the same stops, on ${TOURS} tours of seed %i`,
    (seed) => expect(() => compareWithSolver({ seed, tours: TOURS })).not.toThrow(),
    60_000,
  );

  it.each(fixedSeeds(3))(
    "the plan of a tour never delivers a case before its pickup, in whatever order the dispatcher has set, by seed %i",
    (seed) => expect(() => holdOrder({ seed, tours: TOURS })).not.toThrow(),
  );

  it("the plan of a tour takes a way without a road from the straight line, and marks it as estimated", () => {
    const tour = aTour("tour", { open: [{ state: "ASSIGNED", case: aCase("a") }] });
    const ways = waysAlong(tour)!;
    const rows = ways.places.map(() => ways.places.map(() => null));
    const timed = timeOpenStops(tour, { rules, now, ways, matrix: { durations: rows, distances: rows } });
    expect(timed.estimated).toBe(true);
    const drive = estimateWay(positionOf(tour.position)!, positionOf(at(1))!);
    expect(timed.stops[0]?.drive_seconds).toBe(Math.round(drive.duration_seconds));
  });
});
