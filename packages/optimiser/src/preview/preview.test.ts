import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { previewInsertions, listRequiredPlacePairs } from "./preview";
import type { Job, TravelMatrix, Problem, MatrixRows, Shipment, Vehicle, VehicleStep } from "../problem/problem";
import {
  HOUR_SECONDS,
  createTestJob,
  createTestProblem,
  createTestShipment,
  createTestVehicle,
  planningProblemArbitrary,
  createTickingClock,
} from "../problem/problem.factory";
import { solvePlanningProblem } from "../solve";

/** Adds the steps of planned tours to the vehicles, as a dispatcher's running tours have them. */
function withPlannedTours(problem: Problem): Problem {
  const { routes } = solvePlanningProblem(problem, { timeLimitMs: 30, clock: createTickingClock() });
  const stepsOf = (id: number): VehicleStep[] =>
    (routes.find(({ vehicle }) => vehicle === id)?.steps ?? []).map((step) => ({ type: step.type, id: step.id }));
  return { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, steps: stepsOf(vehicle.id) })) };
}

const withoutLimits = ({ vehicles, ...rest }: Problem): Problem => ({
  ...rest,
  vehicles: vehicles.map(({ max_travel_time: _, max_distance: __, breaks: ___, ...vehicle }) => vehicle),
});

describe("preview of insertions", () => {
  it("the preview of inserting a case agrees with a full evaluation of the resulting tour", () => {
    fc.assert(
      fc.property(planningProblemArbitrary, (any) => {
        const running = withPlannedTours(withoutLimits(any));
        const request: Shipment = { ...createTestShipment({ id: 77, from: 3, to: 5 }), amount: [1, 0] };
        for (const { vehicle, tour, added_cost, added_duration } of previewInsertions(running, request, { most: 9 })
          .suggestions) {
          const source = running.vehicles.find(({ id }) => id === vehicle)!;
          const fixed = (steps: readonly VehicleStep[]) => {
            const named = new Set(steps.map(({ type, id }) => `${type} ${id}`));
            return solvePlanningProblem(
              {
                ...running,
                vehicles: [{ ...source, steps: [...steps] }],
                jobs: running.jobs
                  ?.filter(({ id }) => named.has(`job ${id}`))
                  .map((job) => ({ ...job, pinned_to: undefined, is_on_board: undefined })),
                shipments: [...(running.shipments ?? []), request].filter(({ pickup }) =>
                  named.has(`pickup ${pickup.id}`),
                ),
              },
              { timeLimitMs: 3, clock: createTickingClock() },
            ).summary;
          };
          const [after, before] = [fixed(tour.steps), fixed(source.steps ?? [])];
          expect(after.cost - before.cost).toBeCloseTo(added_cost, 6);
          expect(after.duration - before.duration).toBeCloseTo(added_duration, 6);
          expect(after.duration).toBeCloseTo(tour.duration, 6);
        }
      }),
      { numRuns: 25, seed: 1, endOnFailure: true },
    );
  }, 120_000);

  it("the preview of inserting a case reads only the matrix cells that listRequiredPlacePairs names", () => {
    fc.assert(
      fc.property(planningProblemArbitrary, fc.boolean(), (any, isJob) => {
        const running = withPlannedTours(any);
        const request: Job | Shipment = isJob
          ? { ...createTestJob({ id: 77, location_index: 5 }), pickup: [1, 0] }
          : { ...createTestShipment({ id: 77, from: 3, to: 5 }), amount: [1, 0] };
        const pairsOf = (vehicle: Vehicle) =>
          listRequiredPlacePairs(placesOfTour(running, vehicle), isJob ? [5] : [3, 5]);
        const narrow: Problem = {
          ...running,
          vehicles: running.vehicles.map((vehicle) => ({ ...vehicle, profile: `${vehicle.id}` })),
          matrices: Object.fromEntries(
            running.vehicles.map((vehicle) => [vehicle.id, matrixOfPairs(running.matrices["car"]!, pairsOf(vehicle))]),
          ),
        };
        expect(previewInsertions(narrow, request)).toEqual(previewInsertions(running, request));
      }),
      { numRuns: 40, seed: 1, endOnFailure: true },
    );
  }, 120_000);

  it("the preview of inserting a case lists the tour with the shortest detour first", () => {
    const vehicles = [createTestVehicle({ id: 1, start_index: 3, end_index: 3 }), createTestVehicle({ id: 2 })];
    const { suggestions } = previewInsertions(createTestProblem({ vehicles, jobs: [] }), createTestJob());
    expect(suggestions.map(({ vehicle, added_duration }) => [vehicle, added_duration])).toEqual([
      [2, 200],
      [1, 632],
    ]);
  });

  it("the preview of inserting a case lists a tour with a longer detour before one on which another case becomes late", () => {
    const jobs = [createTestJob({ id: 5, location_index: 1, time_windows: [[0, 100]] })];
    const vehicles = [
      createTestVehicle({ id: 1, steps: [{ type: "job", id: 5 }], end_index: undefined }),
      createTestVehicle({ id: 2, start_index: 2, end_index: 2 }),
    ];
    const points = [
      [0, 0],
      [1000, 0],
      [0, 250],
      [0, 100],
    ] as const;
    const request = createTestJob({ id: 6, location_index: 3, time_windows: [[0, 20]] });
    const { suggestions } = previewInsertions(createTestProblem({ points, jobs, vehicles }), request);
    expect(suggestions.map(({ vehicle, added_duration, level }) => [vehicle, added_duration, level])).toEqual([
      [2, 30, undefined],
      [1, 11, "ACCEPTABLE"],
    ]);
    const delay = { cause: "delay", duration: 11, level: "ACCEPTABLE" };
    expect(suggestions[1]?.violations).toEqual([{ ...delay, step: { type: "job", id: 5 } }]);
  });

  it("the preview of inserting a case keeps the stop at which the driver is already", () => {
    const jobs = [createTestJob({ id: 5, location_index: 2 })];
    const problem = createTestProblem({ jobs, vehicles: [createTestVehicle({ steps: [{ type: "job", id: 5 }] })] });
    const orderWith = (fixed: number) =>
      previewInsertions(problem, createTestJob({ id: 6, location_index: 1 }), {
        fixedSteps: new Map([[1, fixed]]),
      }).suggestions[0]?.tour.steps.map(({ id }) => id);
    expect(orderWith(0)).toEqual([undefined, 6, 5, undefined]);
    expect(orderWith(1)).toEqual([undefined, 5, 6, undefined]);
  });

  it("the preview of inserting a case does not count a break that the crew has already missed", () => {
    const missed = [{ id: 1, service: 60, time_windows: [[0, 10] as const] }];
    const steps = [{ type: "job" as const, id: 5 }];
    const vehicles = [createTestVehicle({ time_window: [HOUR_SECONDS, 9 * HOUR_SECONDS], breaks: missed, steps })];
    const { suggestions } = previewInsertions(
      createTestProblem({ vehicles, jobs: [createTestJob({ id: 5 })] }),
      createTestJob(),
    );
    expect(suggestions).toMatchObject([{ vehicle: 1, violations: [] }]);
  });

  it("the preview of inserting a case gives the reason for every vehicle that cannot take it", () => {
    const vehicles = [
      createTestVehicle({ id: 1 }),
      createTestVehicle({ id: 2, skills: [3], capacity: [0] }),
      createTestVehicle({ id: 3, skills: [3] }),
    ];
    const { suggestions, ruled_out } = previewInsertions(
      createTestProblem({ vehicles, jobs: [] }),
      createTestJob({ skills: [3], pickup: [1] }),
    );
    expect(suggestions.map(({ vehicle }) => vehicle)).toEqual([3]);
    expect(ruled_out).toEqual([
      { vehicle: 1, reason: "skills" },
      { vehicle: 2, reason: "capacity" },
    ]);
  });
});

/** Places of a tour, in its order. */
function placesOfTour(
  { jobs = [], shipments = [] }: Problem,
  { start_index, end_index, steps = [] }: Vehicle,
): number[] {
  const stops = steps.map(({ type, id }) =>
    type === "job"
      ? jobs.find((job) => job.id === id)
      : type === "pickup" || type === "delivery"
        ? shipments.find((shipment) => shipment[type].id === id)?.[type]
        : undefined,
  );
  return [start_index, ...stops.map((stop) => stop?.location_index), end_index].filter((place) => place !== undefined);
}

function matrixOfPairs({ durations, distances = [] }: TravelMatrix, pairs: readonly number[]): TravelMatrix {
  const asked = new Set(pairs.flatMap((from, at) => (at % 2 === 0 ? [`${from} ${pairs[at + 1]}`] : [])));
  const part = (rows: MatrixRows) =>
    rows.map((row, from) => Array.from(row, (value, to) => (asked.has(`${from} ${to}`) ? value : Number.NaN)));
  return { durations: part(durations), distances: part(distances) };
}
