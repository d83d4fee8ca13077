import { describe, expect, it } from "vitest";
import {
  createTestJob,
  createTestProblem,
  createTestShipment,
  createTestVehicle,
  HOUR_SECONDS,
  straightLineMatrix,
} from "./problem/problem.factory";
import { computeTourTimes } from "./time-tour";
import { assertTourTimesMatchSolver } from "./time-tour-testkit";

const SEED = Number(process.env["SEED"] ?? 1);
const TOUR_COUNT = 200;

describe("tour in a given order", () => {
  it(`timing a tour in a given order yields the same times as the solver, on ${TOUR_COUNT} tours`, () => {
    expect(() => assertTourTimesMatchSolver(SEED, TOUR_COUNT)).not.toThrow();
  }, 60_000);

  it("timing a tour keeps the given order even if another one is shorter, and says how late the tour is", () => {
    const shipment = { ...createTestShipment({ from: 3, to: 2 }), pinned_to: 1 };
    const job = createTestJob({ location_index: 1, deadlines: [{ at: 100 }], pinned_to: 1 });
    const steps = [
      { type: "pickup", id: 1 },
      { type: "delivery", id: 1 },
      { type: "job", id: 1 },
    ] as const;
    const tour = computeTourTimes(
      createTestProblem({ vehicles: [createTestVehicle({ steps })], shipments: [shipment], jobs: [job] }),
    );
    expect(tour?.steps.map(({ type }) => type)).toEqual(["start", "pickup", "delivery", "job", "end"]);
    expect(tour?.steps[3]?.violations).toMatchObject([{ cause: "delay" }]);
  });

  it("timing a tour in a given order needs only the travel times between consecutive stops", () => {
    const points = [
      [0, 0],
      [1000, 0],
      [2000, 0],
    ] as const;
    const { durations } = straightLineMatrix(points);
    const along = durations.map((row, from) =>
      Array.from(row, (way, to) => (to === (from + 1) % 3 ? way : Number.NaN)),
    );
    const steps = [
      { type: "pickup", id: 1 },
      { type: "delivery", id: 1 },
    ] as const;
    const vehicle = createTestVehicle({ steps, time_window: [HOUR_SECONDS, 9 * HOUR_SECONDS] });
    const whole = { vehicles: [vehicle], shipments: [{ ...createTestShipment(), pinned_to: 1 }] };
    const timed = computeTourTimes({ ...whole, matrices: { car: { durations: along } } });
    expect(timed).toEqual(computeTourTimes({ ...whole, matrices: { car: { durations } } }));
    expect(timed?.steps.map(({ arrival }) => arrival)).toEqual([
      HOUR_SECONDS,
      HOUR_SECONDS + 100,
      HOUR_SECONDS + 200,
      HOUR_SECONDS + 400,
    ]);
  });

  it("timing a tour returns nothing for a vehicle without stops", () => {
    expect(computeTourTimes(createTestProblem({ jobs: [] }))).toBeUndefined();
  });
});
