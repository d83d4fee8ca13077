import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import { fixedSeeds } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { lonLatOfPlace } from "./planned";
import {
  createTestPlannedCase,
  testPlaceKilometersNorth,
  createTestPlannedTour,
  testPlanningRules,
} from "./planned-testkit";
import { computeStopTimes, listTourTravelPairs } from "./timed-tour";
import {
  assertTimingMatchesSolver,
  assertTimingKeepsStopOrder,
  PLANNING_TEST_TIME_SECONDS,
} from "./timed-tour-testkit";

const TOUR_COUNT = 70;

describe("the plan of a tour", () => {
  it.each(fixedSeeds(3))(
    `a tour plan has the same times as the solver's for the same stops, on ${TOUR_COUNT} tours of seed %i`,
    (seed) => expect(() => assertTimingMatchesSolver({ seed, tours: TOUR_COUNT })).not.toThrow(),
    60_000,
  );

  it.each(fixedSeeds(3))(
    "a tour plan never delivers a case before its pickup, whatever order the dispatcher has set, by seed %i",
    (seed) => expect(() => assertTimingKeepsStopOrder({ seed, tours: TOUR_COUNT })).not.toThrow(),
  );

  it("a tour plan uses the straight line where no road leads, and marks the travel time as estimated", () => {
    const tour = createTestPlannedTour("tour", { open: [{ state: "ASSIGNED", case: createTestPlannedCase("a") }] });
    const ways = listTourTravelPairs(tour)!;
    const rows = ways.places.map(() => ways.places.map(() => null));
    const timed = computeStopTimes(tour, {
      rules: testPlanningRules,
      now: PLANNING_TEST_TIME_SECONDS,
      ways,
      matrix: { durations: rows, distances: rows },
    });
    expect(timed.estimated).toBe(true);
    const drive = estimateDistanceAndDuration(
      lonLatOfPlace(tour.position)!,
      lonLatOfPlace(testPlaceKilometersNorth(1))!,
    );
    expect(timed.stops[0]?.drive_seconds).toBe(Math.round(drive.duration_seconds));
  });
});
