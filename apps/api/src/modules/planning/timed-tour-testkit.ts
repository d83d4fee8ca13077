/** Draws random tours, and compares the times of their plans with those of the solver. */
import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import type { TravelMatrix } from "@leitstand/optimiser/problem/problem";
import { solvePlanningProblem } from "@leitstand/optimiser/solve";
import { SeededRandom } from "@leitstand/optimiser/search/random";
import fc from "fast-check";
import { expect } from "vitest";
import { type PlanningLink, type PlanningTour, type PlanningStopKey } from "./planned";
import {
  createTestPlanningCase,
  testPlaceKilometersNorth,
  createTestPlanningTour,
  planningTestTimeAfterHours,
  PLANNING_TEST_TIME,
  testPlanningRules,
} from "./planned-testkit";
import { NumberedPlaces } from "./numbered-places";
import { optimizerInputOfOpenStops, timeFromEpochSeconds } from "./planning-problem";
import { computeStopTimes, listTourTravelPairs } from "./timed-tour";

export const PLANNING_TEST_TIME_SECONDS = Date.parse(PLANNING_TEST_TIME) / 1000;

/**
 * A shift with all features: cargo on board, crews under way, time frames, an order set by a dispatcher, breaks, an
 * end.
 */
function drawRandomTour(seed: number): PlanningTour {
  const random = new SeededRandom(seed);
  const pick = <T>(of: readonly T[]): T => of[random.below(of.length)] as T;
  const place = () => ({
    ...testPlaceKilometersNorth(random.below(40) - 20),
    lon: 15.44 + random.below(300) / 1000,
    timeframe: pick([
      null,
      null,
      { from: planningTestTimeAfterHours(random.below(6)), to: planningTestTimeAfterHours(6 + random.below(4)) },
    ]),
  });
  const states = ["ASSIGNED", "ASSIGNED", "ACCEPTED", "STARTED", "ARRIVED", "LOADED", "POSTPONED"];
  const open = Array.from({ length: random.below(7) }, (_, index): PlanningLink => {
    const state = pick(states);
    const job = createTestPlanningCase(`case ${index}`, {
      source: pick([place(), place(), null]),
      target: pick([place(), place(), null]),
      due_at: pick([null, planningTestTimeAfterHours(random.below(9))]),
    });
    return {
      state,
      arrived_at: state === "ARRIVED" ? planningTestTimeAfterHours(-0.3) : null,
      arrived_at_destination_at: null,
      case: job,
    };
  });
  const sequence = open
    .flatMap((link): PlanningStopKey[] => [
      { case_id: link.case.id, kind: "PICKUP" },
      { case_id: link.case.id, kind: "DELIVERY" },
    ])
    .map((name) => ({ name, rank: random.below(100) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ name }) => name);
  return createTestPlanningTour("tour", {
    open,
    sequence: pick([[], sequence]),
    position: pick([{ lon: 15.44, lat: 47 }, { lon: 15.5, lat: 47.1 }, null]),
    base: testPlaceKilometersNorth(2),
    started_at: planningTestTimeAfterHours(-random.below(7)),
    scheduled_end_at: pick([null, planningTestTimeAfterHours(2 + random.below(8))]),
    started_sub_state: pick(["ACTIVE", "NOT_TAKING_CASES", "OFF_DUTY", "ON_A_BREAK"]),
    break_began_at: pick([null, planningTestTimeAfterHours(-0.2)]),
  });
}

function matrixOfAllWays(places: readonly (readonly [number, number])[]): TravelMatrix {
  const ways = places.map((from) =>
    places.map((to) => (from === to ? undefined : estimateDistanceAndDuration(from, to))),
  );
  return {
    durations: ways.map((row) => row.map((way) => way?.duration_seconds ?? 0)),
    distances: ways.map((row) => row.map((way) => way?.distance_meters ?? 0)),
  };
}

interface RandomTourDraws {
  readonly seed: number;
  readonly tours: number;
}

export const assertTimingMatchesSolver = ({ seed: drawn, tours }: RandomTourDraws) =>
  fc.assert(
    fc.property(fc.nat(2 ** 30), (seed) => {
      const tour = drawRandomTour(seed);
      const ways = listTourTravelPairs(tour);
      if (ways === undefined) return;
      const matrix = matrixOfAllWays(ways.places);
      const timed = computeStopTimes(tour, { rules: testPlanningRules, now: PLANNING_TEST_TIME_SECONDS, ways, matrix });
      const plan = optimizerInputOfOpenStops(tour, {
        id: 0,
        places: new NumberedPlaces(ways.places),
        numberOf: createNumberSequence(),
        now: PLANNING_TEST_TIME_SECONDS,
        rules: testPlanningRules,
        units: 0,
      });
      const isDriven = (plan?.vehicle.steps ?? []).length > 0;
      expect(timed.stops.length > 0).toBe(isDriven);
      if (plan === undefined || !isDriven) return;
      const { routes } = solvePlanningProblem(
        {
          vehicles: [plan.vehicle],
          jobs: plan.requests.flatMap((request) => ("job" in request ? [request.job] : [])),
          shipments: plan.requests.flatMap((request) => ("shipment" in request ? [request.shipment] : [])),
          matrices: { car: matrix },
        },
        { timeLimitMs: 3, clock: createTickingClock() },
      );
      const steps = routes[0]?.steps.slice(1, -1) ?? [];
      expect(timed.stops.map(({ leaves_at }) => leaves_at)).toEqual(
        steps.map(({ arrival, waiting_time, setup, service }) =>
          timeFromEpochSeconds(arrival + waiting_time + setup + service),
        ),
      );
      expect(timed.stops.slice(1).map(({ arrival_at }) => arrival_at)).toEqual(
        steps.slice(1).map(({ arrival }) => timeFromEpochSeconds(arrival)),
      );
      expect(timed.stops.reduce((sum, stop) => sum + stop.drive_seconds, 0)).toBeCloseTo(routes[0]?.duration ?? 0, -2);
      expect(timed.estimated).toBe(false);
    }),
    { seed: drawn, numRuns: tours },
  );

export const assertTimingKeepsStopOrder = ({ seed: drawn, tours }: RandomTourDraws) =>
  fc.assert(
    fc.property(fc.nat(2 ** 30), (seed) => {
      const tour = drawRandomTour(seed);
      const ways = listTourTravelPairs(tour);
      const timed =
        ways &&
        computeStopTimes(tour, {
          rules: testPlanningRules,
          now: PLANNING_TEST_TIME_SECONDS,
          ways,
          matrix: matrixOfAllWays(ways.places),
        });
      const names = (timed?.stops ?? []).map(({ case_id, kind }) => `${case_id} ${kind}`);
      expect(new Set(names.filter((name) => !name.includes("BREAK"))).size).toBe(
        names.filter((name) => !name.includes("BREAK")).length,
      );
      const isEarly = tour.open.filter(({ case: { id } }) => {
        const [pickup, delivery] = [names.indexOf(`${id} PICKUP`), names.indexOf(`${id} DELIVERY`)];
        return delivery >= 0 && pickup > delivery;
      });
      expect(isEarly).toEqual([]);
    }),
    { seed: drawn, numRuns: tours },
  );

function createNumberSequence() {
  let last = 0;
  return () => ++last;
}
function createTickingClock() {
  let time = 0;
  return () => time++;
}
