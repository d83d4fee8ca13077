import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSolution } from "./answer/check";
import {
  aJob,
  aProblem,
  aShipment,
  aVehicle,
  anyProblem,
  HOUR,
  straightMatrix,
  tickingClock,
} from "./problem/problem.factory";
import type { Problem, VehicleStep } from "./problem/problem";
import { solve } from "./solve";
import { timeTour } from "./time-tour";

/** Continuous integration looks at a part of them. */
const TOURS = process.env["CI"] === undefined ? 1_000 : 200;

/** One vehicle that makes every stop, in an order that chance has chosen: pickups before their deliveries. */
const anyTour = fc
  .tuple(anyProblem, fc.array(fc.nat(1_000), { minLength: 20, maxLength: 20 }))
  .map(([problem, ranks]): Problem => {
    const [vehicle] = problem.vehicles;
    const jobs = (problem.jobs ?? []).map((job) => ({ ...job, pinned_to: 0 }));
    const shipments = (problem.shipments ?? []).map((shipment) => ({ ...shipment, pinned_to: 0 }));
    let drawn = 0;
    const rank = () => ranks[drawn++ % ranks.length] as number;
    const ranked = [
      ...jobs.map(({ id }) => ({ step: { type: "job" as const, id }, at: rank() })),
      ...shipments.flatMap(({ pickup: { id } }) => {
        const at = rank();
        return [
          { step: { type: "pickup" as const, id }, at },
          { step: { type: "delivery" as const, id }, at: at + 1 + rank() },
        ];
      }),
    ];
    const steps: VehicleStep[] = ranked.toSorted((one, other) => one.at - other.at).map(({ step }) => step);
    return { ...problem, vehicles: [{ ...vehicle!, id: 0, steps }], jobs, shipments };
  })
  .filter(({ vehicles: [vehicle] }) => (vehicle?.steps?.length ?? 0) > 0);

describe("a tour in a given order", () => {
  it(`has the very times that the solver gives it, on ${TOURS} random tours`, () => {
    fc.assert(
      fc.property(anyTour, (problem) => {
        const { routes, unassigned, ...rest } = solve(problem, { timeLimitMs: 3, clock: tickingClock() });
        const timed = timeTour(problem);
        expect(unassigned).toEqual([]);
        expect(timed).toEqual(routes[0]);
        // The checker knows nothing of either.
        expect(checkSolution(problem, { ...rest, unassigned, routes: [timed!] })).toEqual([]);
      }),
      { numRuns: TOURS },
    );
  });

  it("stays as it is where the other order would be shorter, and says how late that is", () => {
    const shipment = { ...aShipment({ from: 3, to: 2 }), pinned_to: 1 };
    const job = aJob({ location_index: 1, deadlines: [{ at: 100 }], pinned_to: 1 });
    const steps = [
      { type: "pickup", id: 1 },
      { type: "delivery", id: 1 },
      { type: "job", id: 1 },
    ] as const;
    const tour = timeTour(aProblem({ vehicles: [aVehicle({ steps })], shipments: [shipment], jobs: [job] }));
    expect(tour?.steps.map(({ type }) => type)).toEqual(["start", "pickup", "delivery", "job", "end"]);
    expect(tour?.steps[3]?.violations).toMatchObject([{ cause: "delay" }]);
  });

  it("needs no other ways than those along its stops", () => {
    const points = [
      [0, 0],
      [1000, 0],
      [2000, 0],
    ] as const;
    const { durations } = straightMatrix(points);
    const along = durations.map((row, from) =>
      Array.from(row, (way, to) => (to === (from + 1) % 3 ? way : Number.NaN)),
    );
    const steps = [
      { type: "pickup", id: 1 },
      { type: "delivery", id: 1 },
    ] as const;
    const vehicle = aVehicle({ steps, time_window: [HOUR, 9 * HOUR] });
    const whole = { vehicles: [vehicle], shipments: [{ ...aShipment(), pinned_to: 1 }] };
    const timed = timeTour({ ...whole, matrices: { car: { durations: along } } });
    expect(timed).toEqual(timeTour({ ...whole, matrices: { car: { durations } } }));
    expect(timed?.steps.map(({ arrival }) => arrival)).toEqual([HOUR, HOUR + 100, HOUR + 200, HOUR + 400]);
  });

  it("of a vehicle without stops is none", () => {
    expect(timeTour(aProblem({ jobs: [] }))).toBeUndefined();
  });
});
