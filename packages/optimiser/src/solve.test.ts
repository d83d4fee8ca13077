import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSolution } from "./answer/check";
import type { Problem } from "./problem/problem";
import {
  HOUR_SECONDS,
  createTestJob,
  createTestProblem,
  createTestShipment,
  createTestVehicle,
  planningProblemArbitrary,
  straightLineMatrix,
  createTickingClock,
} from "./problem/problem.factory";
import { readPlanningProblem } from "./problem/read-problem";
import type { Solution } from "./problem/solution";
import { type SolveProgress, solvePlanningProblem } from "./solve";

const solveFor = (problem: Problem, looks = 60) =>
  solvePlanningProblem(readPlanningProblem(problem), { timeLimitMs: looks, clock: createTickingClock() });
const servedStopsOf = ({ routes }: Solution) =>
  routes.map(({ vehicle, steps }) => [vehicle, ...steps.slice(1, -1).map(({ type, id }) => `${type} ${id}`)]);

describe("plan", () => {
  it("the solver respects every hard limit and running tour in random problems", () => {
    fc.assert(
      fc.property(planningProblemArbitrary, (problem) => {
        expect(checkSolution(problem, solveFor(problem, 30))).toEqual([]);
      }),
      { numRuns: 80, seed: 7, endOnFailure: true },
    );
  }, 120_000);

  it("the solver finds the best order of stops in problems small enough to try all orders", () => {
    const points = fc.array(fc.tuple(fc.nat(9_000), fc.nat(9_000)), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(points, (places) => {
        const jobs = [1, 2, 3, 4, 5].map((id) => createTestJob({ id, location_index: id }));
        const problem = createTestProblem({ points: places, jobs });
        expect(solveFor(problem).summary.cost).toBe(shortestRoundTrip(problem.matrices.car!.durations as number[][]));
      }),
      { numRuns: 12, seed: 3, endOnFailure: true },
    );
  });

  it("the solver finds no worse plan when a vehicle is added", () => {
    fc.assert(
      fc.property(planningProblemArbitrary, (problem) => {
        const more = { ...problem, vehicles: [...problem.vehicles, { ...problem.vehicles[0]!, id: 99, steps: [] }] };
        const [few, many] = [solveFor(problem, 90).summary, solveFor(more, 90).summary];
        expect(many.priority).toBeGreaterThanOrEqual(few.priority);
        fc.pre(many.priority === few.priority);
        expect(many.unassigned).toBeLessThanOrEqual(few.unassigned);
        fc.pre(many.unassigned === few.unassigned);
        const price = ({ cost, delay_cost }: typeof few) => cost + delay_cost;
        expect(price(many)).toBeLessThanOrEqual(price(few) * 1.03 + 1);
      }),
      { numRuns: 25, seed: 11, endOnFailure: true },
    );
  }, 120_000);

  it("the solver finds the same plan for the same seed and clock", () => {
    const [problem] = fc.sample(planningProblemArbitrary, { numRuns: 1, seed: 5 });
    expect(solveFor(problem!)).toEqual(solveFor(problem!));
  });

  it("a plan serves the more urgent case when there is time for one only", () => {
    const jobs = [
      createTestJob({ id: 1, service: HOUR_SECONDS, priority: 0 }),
      createTestJob({ id: 2, service: HOUR_SECONDS, priority: 80 }),
    ];
    const problem = createTestProblem({
      jobs,
      vehicles: [createTestVehicle({ time_window: [0, HOUR_SECONDS + 300] })],
    });
    expect(servedStopsOf(solveFor(problem))).toEqual([[1, "job 2"]]);
  });

  it("a plan puts breaks into their time windows, also between two stops", () => {
    const pause = { id: 7, service: 600, time_windows: [[50, 60] as const] };
    const { routes } = solveFor(createTestProblem({ vehicles: [createTestVehicle({ breaks: [pause] })] }));
    expect(routes[0]?.steps.map(({ type, arrival }) => [type, arrival])).toEqual([
      ["start", 0],
      ["break", 50],
      ["job", 700],
      ["end", 800],
    ]);
  });

  it("a plan serves a case after its deadline rather than not at all, and says how late it is", () => {
    const deadlines = [{ at: 40, level: "CRITICAL" as const }];
    const { summary } = solveFor(createTestProblem({ jobs: [createTestJob({ deadlines })] }));
    expect(summary.violations).toEqual([{ cause: "delay", duration: 60, level: "CRITICAL" }]);
  });

  it("a plan serves an overdue case whose place opens only on Monday", () => {
    const target = { id: 1, location_index: 2, time_windows: [[62 * HOUR_SECONDS, 70 * HOUR_SECONDS] as const] };
    const deadlines = [{ at: 0, level: "CRITICAL" as const }];
    const shipments = [{ ...createTestShipment(), delivery: { ...target, deadlines } }];
    expect(
      solveFor(
        createTestProblem({
          jobs: [],
          shipments,
          vehicles: [createTestVehicle({ time_window: [HOUR_SECONDS, 99 * HOUR_SECONDS] })],
        }),
      ).unassigned,
    ).toEqual([]);
  });

  it("a plan lets a vehicle wait for opening hours, and uses the second ones when the first are over", () => {
    const time_windows = [[10, 20] as const, [500, 900] as const];
    const { routes } = solveFor(createTestProblem({ jobs: [createTestJob({ time_windows })] }));
    expect(routes[0]?.steps.map(({ arrival, waiting_time }) => arrival + waiting_time)).toEqual([400, 500, 600]);
  });
});

describe("running tour", () => {
  it("a plan delivers cargo on board although it is late, the shift is over and the vehicle overloaded", () => {
    const job = createTestJob({ delivery: [3], pinned_to: 1, is_on_board: true, time_windows: [[0, 50]], skills: [9] });
    const solution = solveFor(
      createTestProblem({ jobs: [job], vehicles: [createTestVehicle({ capacity: [1], time_window: [0, 120] })] }),
    );
    expect(servedStopsOf(solution)).toEqual([[1, "job 1"]]);
    expect(solution.summary.violations).toEqual([
      { cause: "delay", duration: 50, level: "ACCEPTABLE" },
      { cause: "skills", level: "CRITICAL" },
      { cause: "delay", duration: 80, level: "ACCEPTABLE" },
    ]);
  });

  it("the solver tells the cost of its plan to the last digit with cargo on board and a deadline a year ago", () => {
    const points = Array.from(
      { length: 23 },
      (_, place) => [(place * 7919) % 20_000, (place * 104_729) % 20_000] as const,
    );
    const overdue = [{ at: -400 * 24 * HOUR_SECONDS, level: "CRITICAL" as const }];
    const problem = createTestProblem({
      points,
      vehicles: [0, 1, 2].map((id) => createTestVehicle({ id, start_index: id, end_index: undefined })),
      jobs: [3, 4, 5, 6, 7, 8].map((id) =>
        createTestJob({ id, location_index: id, delivery: [1], pinned_to: id % 3, is_on_board: true }),
      ),
      shipments: [9, 11, 13, 15, 17, 19, 21].map((id) => {
        const { pickup, delivery } = createTestShipment({ id, from: id, to: id + 1 });
        return { pickup, delivery: id === 9 ? { ...delivery, deadlines: overdue } : delivery, priority: 40 };
      }),
    });
    const told: number[] = [];
    const { summary } = solvePlanningProblem(readPlanningProblem(problem), {
      timeLimitMs: 100,
      clock: createTickingClock(),
      onProgress: ({ cost }) => told.push(cost),
    });
    expect(summary.unassigned).toBe(0);
    expect(told.at(-1)).toBeCloseTo(summary.cost + summary.delay_cost, 3);
    expect(told).toEqual(told.toSorted((one, other) => other - one));
  });

  it("the solver begins a running tour with its fixed steps, and delivers what they picked up", () => {
    const shipments = [createTestShipment({ id: 1, from: 3, to: 1 }), createTestShipment({ id: 2, from: 1, to: 2 })];
    const vehicles = [createTestVehicle({ id: 1 }), createTestVehicle({ id: 2, steps: [{ type: "pickup", id: 1 }] })];
    const [tour] = servedStopsOf(solveFor(createTestProblem({ jobs: [], shipments, vehicles }))).filter(
      ([vehicle]) => vehicle === 2,
    );
    expect(tour?.slice(0, 2)).toEqual([2, "pickup 1"]);
    expect(tour).toContain("delivery 1");
  });

  it("the solver keeps an accepted case on its vehicle even if another vehicle is nearer", () => {
    const vehicles = [createTestVehicle({ id: 1, start_index: 3, end_index: 3 }), createTestVehicle({ id: 2 })];
    expect(servedStopsOf(solveFor(createTestProblem({ vehicles, jobs: [createTestJob({ pinned_to: 1 })] })))).toEqual([
      [1, "job 1"],
    ]);
  });

  it("the solver refuses a running tour that begins with an unreachable stop", () => {
    const problem = createTestProblem({ vehicles: [createTestVehicle({ steps: [{ type: "job", id: 1 }] })] });
    const durations = problem.matrices.car!.durations.map((row) => Array.from(row));
    durations[0]![1] = null;
    expect(() => solveFor({ ...problem, matrices: { car: { durations } } })).toThrow(
      "vehicles[0].steps leads where no way leads",
    );
  });
});

describe("case that is not served", () => {
  const long = [createTestJob({ id: 1, service: HOUR_SECONDS }), createTestJob({ id: 2, service: HOUR_SECONDS })];
  const day = [0, HOUR_SECONDS + 300] as const;
  const heavy = [createTestJob({ id: 1, pickup: [2] }), createTestJob({ id: 2, pickup: [2] })];
  it.each<[string, Partial<Problem>]>([
    ["skills", { jobs: [createTestJob({ skills: [4] })] }],
    [
      "vehicle_type",
      { jobs: [createTestJob({ excluded_vehicle_types: ["van"] })], vehicles: [createTestVehicle({ type: "van" })] },
    ],
    ["capacity", { jobs: [createTestJob({ delivery: [2] })], vehicles: [createTestVehicle({ capacity: [1] })] }],
    ["time_window", { jobs: [createTestJob({ time_windows: [[0, 99]] })] }],
    ["shift_end", { vehicles: [createTestVehicle({ time_window: [0, 199] })] }],
    ["max_travel_time", { vehicles: [createTestVehicle({ max_travel_time: 199 })] }],
    ["max_distance", { vehicles: [createTestVehicle({ max_distance: 1999 })] }],
    ["max_tasks", { jobs: [], shipments: [createTestShipment()], vehicles: [createTestVehicle({ max_tasks: 1 })] }],
    ["break", { vehicles: [createTestVehicle({ time_window: [0, 250], breaks: [{ id: 1, service: 60 }] })] }],
    ["fleet_time", { jobs: long, vehicles: [createTestVehicle({ time_window: day })] }],
    ["fleet_capacity", { jobs: heavy, vehicles: [createTestVehicle({ capacity: [3] })] }],
    ["fleet_tasks", { jobs: heavy, vehicles: [createTestVehicle({ max_tasks: 1 })] }],
  ])("the solver explains an unserved case with the reason %s", (reason, parts) => {
    expect(solveFor(createTestProblem(parts)).unassigned[0]).toMatchObject({
      reason,
      obstacles: [{ vehicle: 1, reason }],
    });
  });

  it("the solver explains an unserved case as unreachable when no route leads to it", () => {
    const durations = straightLineMatrix([
      [0, 0],
      [900, 0],
    ]).durations.map((row) => Array.from(row, (way) => (way ? null : way)));
    expect(solveFor(createTestProblem({ matrices: { car: { durations } } })).unassigned[0]).toMatchObject({
      reason: "unreachable",
    });
  });
});

describe("time limit", () => {
  it.each([100, 300])("the solver ends within a time limit of %s ticks of the clock", (timeLimitMs) => {
    const clock = createTickingClock();
    for (const problem of fc.sample(planningProblemArbitrary, { numRuns: 4, seed: 2 })) {
      const startedAt = clock();
      solvePlanningProblem(problem, { timeLimitMs, clock, startedAt });
      expect(clock() - startedAt).toBeLessThanOrEqual(timeLimitMs * 1.05);
    }
  });

  it("the solver ends its search for one to three requests after their steps, long before the time limit", () => {
    for (const count of [0, 1, 2, 3]) {
      const clock = createTickingClock();
      const points: [number, number][] = [
        [0, 0],
        [900, 100],
        [200, 800],
        [700, 700],
      ];
      const jobs = Array.from({ length: count }, (_, index) =>
        createTestJob({ id: index + 1, location_index: index + 1 }),
      );
      const problem = readPlanningProblem(createTestProblem({ points, jobs }));
      const { unassigned } = solvePlanningProblem(problem, { timeLimitMs: 1e9, clock });
      expect(unassigned).toEqual([]);
      expect(clock()).toBeLessThan(100_000);
    }
  });

  it("the solver leaves cases out, with the reason time_limit, when the limit ends before the first plan is complete", () => {
    const jobs = Array.from({ length: 50 }, (_, id) => createTestJob({ id }));
    const { unassigned } = solveFor(createTestProblem({ jobs }), 10);
    expect(unassigned.length).toBeGreaterThan(0);
    expect(new Set(unassigned.map(({ reason }) => reason))).toEqual(new Set(["time_limit"]));
  });
});

describe("cancelling", () => {
  it("the solver ends a cancelled search the next time it reads the clock", () => {
    const controller = new AbortController();
    const clock = createTickingClock();
    const seen: SolveProgress[] = [];
    const onProgress = (progress: SolveProgress) => {
      seen.push(progress);
      controller.abort(new Error("The dispatcher changed his mind."));
    };
    const run = () =>
      solvePlanningProblem(createTestProblem(), {
        timeLimitMs: 1e6,
        clock,
        startedAt: 0,
        signal: controller.signal,
        onProgress,
      });
    expect(run).toThrow("The dispatcher changed his mind.");
    expect(seen).toHaveLength(1);
    expect(clock()).toBeLessThan(20);
  });
});

/** Shortest round by trying all orders of the places but the first, where the round begins and ends. */
function shortestRoundTrip(ways: readonly (readonly number[])[]): number {
  const rest = (from: number, open: readonly number[]): number =>
    open.length === 0
      ? ways[from]![0]!
      : Math.min(
          ...open.map(
            (to) =>
              ways[from]![to]! +
              rest(
                to,
                open.filter((place) => place !== to),
              ),
          ),
        );
  return rest(
    0,
    ways.slice(1).map((_, index) => index + 1),
  );
}
