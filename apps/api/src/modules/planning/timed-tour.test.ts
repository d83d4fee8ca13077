import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { lonLatOfPlace, type PlanningCase, type PlanningLink, type PlanningPlace, type PlanningTour } from "./planned";
import {
  createTestPlanningCase,
  testPlaceKilometersNorth,
  createTestPlanningTour,
  testPlanningRules,
} from "./planned-testkit";
import { timeFromEpochSeconds } from "./planning-problem";
import { computeStopTimes, listTourTravelPairs } from "./timed-tour";
import {
  assertTimingMatchesSolver,
  assertTimingKeepsStopOrder,
  PLANNING_TEST_TIME_SECONDS,
} from "./timed-tour-testkit";

const TOUR_COUNT = 70;

const hoursFromNow = (hours: number) => timeFromEpochSeconds(PLANNING_TEST_TIME_SECONDS + hours * 3600);
const hoursUntil = (time: string | null | undefined) =>
  (Date.parse(time ?? "") / 1000 - PLANNING_TEST_TIME_SECONDS) / 3600;

/** Case that begins at a place of the address book with these opening hours, in hours from now. */
const caseAt = ({ hours }: { hours: readonly (readonly number[])[] }): PlanningCase =>
  createTestPlanningCase("a", {
    source: {
      ...testPlaceKilometersNorth(1),
      stored: {
        cold_storage: false,
        excluded_vehicle_type_ids: [],
        hours: hours.map(([from = 0, to = 0]) => [
          PLANNING_TEST_TIME_SECONDS + from * 3600,
          PLANNING_TEST_TIME_SECONDS + to * 3600,
        ]),
      },
    },
  });

const lonLatOf = ({ lon = 0, lat = 0 }: PlanningPlace) => ({ lon: lon ?? 0, lat: lat ?? 0 });

/** Times a tour whose ways are known by the straight line alone. */
function timeTour(overrides: Partial<PlanningTour>) {
  const tour = createTestPlanningTour("tour", overrides);
  const ways = listTourTravelPairs(tour)!;
  const rows = ways.places.map(() => ways.places.map(() => null));
  const matrix = { durations: rows, distances: rows };
  return computeStopTimes(tour, { rules: testPlanningRules, now: PLANNING_TEST_TIME_SECONDS, ways, matrix });
}
/** Stops of a crew that is where its cases begin. */
const planStops = (...open: readonly PlanningLink[]) =>
  timeTour({ open, position: lonLatOf(testPlaceKilometersNorth(1)) }).stops;

describe("the plan of a tour", () => {
  it.each(fixedSeedsOrEnvironmentSeed(3))(
    `a tour plan has the same times as the solver's for the same stops, on ${TOUR_COUNT} tours of seed %i`,
    (seed) => expect(() => assertTimingMatchesSolver({ seed, tours: TOUR_COUNT })).not.toThrow(),
    60_000,
  );

  it.each(fixedSeedsOrEnvironmentSeed(3))(
    "a tour plan never delivers a case before its pickup, whatever order the dispatcher has set, by seed %i",
    (seed) => expect(() => assertTimingKeepsStopOrder({ seed, tours: TOUR_COUNT })).not.toThrow(),
  );

  it("a tour plan uses the straight line where no road leads, and marks the travel time as estimated", () => {
    const tour = createTestPlanningTour("tour", { open: [{ state: "ASSIGNED", case: createTestPlanningCase("a") }] });
    const timed = timeTour(tour);
    expect(timed.estimated).toBe(true);
    const drive = estimateDistanceAndDuration(
      lonLatOfPlace(tour.position)!,
      lonLatOfPlace(testPlaceKilometersNorth(1))!,
    );
    expect(timed.stops[0]?.drive_seconds).toBe(Math.round(drive.duration_seconds));
  });

  describe("of a crew at work", () => {
    it.each([
      [
        "closed for the day",
        [
          [-8, -0.1],
          [16, 24],
        ],
      ],
      [
        "closed over noon",
        [
          [-8, -0.1],
          [0.9, 6],
        ],
      ],
    ])("a tour plan lets a crew that came in time finish its work at a place that has %s meanwhile", (_how, hours) => {
      const [stop, next] = planStops(
        { state: "ARRIVED", arrived_at: hoursFromNow(-0.2), case: caseAt({ hours }) },
        { state: "ASSIGNED", case: createTestPlanningCase("next") },
      );
      expect(stop).toMatchObject({ arrival_at: hoursFromNow(-0.2), begins_at: hoursFromNow(-0.2), violations: [] });
      expect(hoursUntil(stop?.leaves_at)).toBeLessThan(0.6);
      expect(hoursUntil(next?.arrival_at)).toBeLessThan(2);
    });

    it("a tour plan begins the work of a crew that came early when the place opens", () => {
      const [stop] = planStops({
        state: "ARRIVED",
        arrived_at: hoursFromNow(-0.2),
        case: caseAt({ hours: [[0.5, 8]] }),
      });
      expect(stop).toMatchObject({ arrival_at: hoursFromNow(-0.2), violations: [] });
      expect(hoursUntil(stop?.begins_at)).toBe(0.5);
      expect(hoursUntil(stop?.leaves_at)).toBe(1);
    });

    it.each([
      ["in time is never late", -0.3, []],
      ["late is as late as it came", -0.2, [{ constraint: "DELAY", seconds: 180 }]],
    ])("a tour plan says that a crew that came %s, however long it works", (_how, due, violations) => {
      const came = { state: "ARRIVED", arrived_at: hoursFromNow(due + (violations.length === 0 ? -0.05 : 0.05)) };
      const [stop] = planStops({ ...came, case: createTestPlanningCase("a", { due_at: hoursFromNow(due) }) });
      const found = stop?.violations.map(({ constraint, delay_seconds }) => ({ constraint, seconds: delay_seconds }));
      expect(found).toEqual(violations);
    });

    it("a tour plan begins with the stop at which the crew is, also without a dispatcher's order", () => {
      const loaded = { state: "LOADED", case: createTestPlanningCase("loaded") };
      const here = hoursFromNow(-0.1);
      const atPickup = planStops(loaded, { state: "ARRIVED", arrived_at: here, case: createTestPlanningCase("next") });
      expect(atPickup[0]).toMatchObject({ case_id: "next", kind: "PICKUP", arrival_at: here });
      const atDelivery = planStops(loaded, {
        state: "LOADED",
        arrived_at_destination_at: here,
        case: createTestPlanningCase("other"),
      });
      expect(atDelivery[0]).toMatchObject({ case_id: "other", kind: "DELIVERY", arrival_at: here });
    });

    it("a tour plan reports that a crew carries more than its tour takes until enough is delivered", () => {
      const open = ["one", "two", "three"].map((id) => ({ state: "LOADED", case: createTestPlanningCase(id) }));
      const { stops, level } = timeTour({ capacity: 1, open, break_began_at: hoursFromNow(-0.6) });
      const overload = { constraint: "CAPACITY", level: "CRITICAL", case_id: "one", delay_seconds: null };
      expect(stops.map(({ violations }) => violations)).toEqual([[overload], [], []]);
      expect(level).toBe("CRITICAL");
    });

    it("a tour plan gives a crew that drives to a postponed case again the whole time for its work", () => {
      const [stop] = planStops({ state: "STARTED", arrived_at: hoursFromNow(-3), case: createTestPlanningCase("a") });
      expect(hoursUntil(stop?.leaves_at) - hoursUntil(stop?.begins_at)).toBe(0.5);
    });
  });

  it.each([
    [
      "absence before a shift end",
      { absent_from: hoursFromNow(0.5), scheduled_end_at: hoursFromNow(0.75) },
      "ABSENCE",
      "SEVERE",
    ],
    ["absence before no shift end", { absent_from: hoursFromNow(0.5), scheduled_end_at: null }, "ABSENCE", "SEVERE"],
    [
      "shift end before an absence",
      { absent_from: hoursFromNow(8), scheduled_end_at: hoursFromNow(0.75) },
      "SHIFT_END",
      "MODERATE",
    ],
  ] as const)("a tour plan names the %s as what its tour overruns", (...[, end, constraint, level]) => {
    const { violations } = timeTour({ open: [{ state: "ASSIGNED", case: createTestPlanningCase("a") }], ...end });
    expect(violations).toEqual([{ constraint, level, case_id: null, delay_seconds: expect.any(Number) }]);
  });

  it.each([
    ["forty days", { hours: [[1, 8]] }],
    ["forty days and to a place that is closed for the days that are known", { hours: [] }],
  ])("a tour that is planned in %s has no violations", (_when, stored) => {
    const start = 40 * 24;
    const scheduled = {
      started_at: null,
      started_sub_state: null,
      scheduled_start_at: hoursFromNow(start),
      scheduled_end_at: hoursFromNow(start + 8),
    };
    const { level, stops, ends_at } = timeTour({ ...scheduled, open: [{ state: "ASSIGNED", case: caseAt(stored) }] });
    expect({ level, delays: stops.map(({ delay_seconds }) => delay_seconds) }).toEqual({ level: null, delays: [0, 0] });
    expect(hoursUntil(ends_at)).toBeGreaterThan(start);
  });
});
