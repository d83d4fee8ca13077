import { estimateWay } from "@leitstand/geo/routing/estimate";
import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { plannedPositionOf } from "./planned";
import { plannedCaseOf, placeKilometersNorth, plannedTourOf, planningRules } from "./planned-testkit";
import { computeStopTimes, listTourTravelPairs } from "./timed-tour";
import { assertMatchesSolverTimes, assertKeepsGivenOrder, nowSeconds } from "./timed-tour-testkit";

const TOUR_COUNT = 70;

describe("the plan of a tour", () => {
  it.each(fixedSeeds(3))(
    `a tour plan has the same times as the solver's for the same stops, on ${TOUR_COUNT} tours of seed %i`,
    (seed) => expect(() => assertMatchesSolverTimes({ seed, tours: TOUR_COUNT })).not.toThrow(),
    60_000,
  );

  it.each(fixedSeeds(3))(
    "a tour plan never delivers a case before its pickup, whatever order the dispatcher has set, by seed %i",
    (seed) => expect(() => assertKeepsGivenOrder({ seed, tours: TOUR_COUNT })).not.toThrow(),
  );

  it("a tour plan uses the straight line where no road leads, and marks the travel time as estimated", () => {
    const tour = plannedTourOf("tour", { open: [{ state: "ASSIGNED", case: plannedCaseOf("a") }] });
    const ways = listTourTravelPairs(tour)!;
    const rows = ways.places.map(() => ways.places.map(() => null));
    const timed = computeStopTimes(tour, {
      rules: planningRules,
      now: nowSeconds,
      ways,
      matrix: { durations: rows, distances: rows },
    });
    expect(timed.estimated).toBe(true);
    const drive = estimateWay(plannedPositionOf(tour.position)!, plannedPositionOf(placeKilometersNorth(1))!);
    expect(timed.stops[0]?.drive_seconds).toBe(Math.round(drive.duration_seconds));
  });
});
