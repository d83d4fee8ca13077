import { describe, expect, it } from "vitest";
import { createTestJob, createTestProblem, createTestShipment, createTestVehicle } from "./problem.factory";
import { PlanningProblemError } from "./problem-error";
import { readPlanningProblem } from "./read-problem";

const problemErrorOf = (value: unknown) => {
  try {
    readPlanningProblem(value);
  } catch (error) {
    if (error instanceof PlanningProblemError) return [error.code, error.path];
    throw error;
  }
  return undefined;
};

describe("optimisation problem", () => {
  it("readPlanningProblem accepts a valid planning problem unchanged", () => {
    const problem = createTestProblem({ shipments: [createTestShipment()] });
    expect(readPlanningProblem(problem)).toBe(problem);
  });

  it.each<[string, string, unknown]>([
    ["WRONG_TYPE", "", null],
    ["WRONG_TYPE", "vehicles", createTestProblem({ vehicles: [] })],
    ["WRONG_TYPE", "jobs", { ...createTestProblem(), jobs: {} }],
    ["WRONG_TYPE", "jobs[0].id", { ...createTestProblem(), jobs: [{ location_index: 1 }] }],
    ["WRONG_TYPE", "jobs[0].service", createTestProblem({ jobs: [createTestJob({ service: Number.NaN })] })],
    ["OUT_OF_RANGE", "jobs[0].service", createTestProblem({ jobs: [createTestJob({ service: -1 })] })],
    ["OUT_OF_RANGE", "jobs[0].priority", createTestProblem({ jobs: [createTestJob({ priority: 101 })] })],
    ["WRONG_TYPE", "jobs[0].delivery[1]", createTestProblem({ jobs: [createTestJob({ delivery: [1, 0.5] })] })],
    ["OUT_OF_RANGE", "jobs[0].location[1]", createTestProblem({ jobs: [createTestJob({ location: [9.5, 147] })] })],
    ["CONTRADICTION", "jobs[0].time_windows", createTestProblem({ jobs: [createTestJob({ time_windows: [] })] })],
    [
      "CONTRADICTION",
      "jobs[0].time_windows[0]",
      createTestProblem({ jobs: [createTestJob({ time_windows: [[9, 3]] })] }),
    ],
    [
      "CONTRADICTION",
      "jobs[0].time_windows[1]",
      createTestProblem({
        jobs: [
          createTestJob({
            time_windows: [
              [1, 5],
              [5, 9],
            ],
          }),
        ],
      }),
    ],
    [
      "UNSUPPORTED",
      "jobs[0].service_per_type",
      { ...createTestProblem(), jobs: [{ ...createTestJob(), service_per_type: {} }] },
    ],
    [
      "UNKNOWN",
      "jobs[0].deadlines[0].level",
      { ...createTestProblem(), jobs: [{ ...createTestJob(), deadlines: [{ at: 1, level: "BAD" }] }] },
    ],
    ["UNKNOWN", "jobs[0].pinned_to", createTestProblem({ jobs: [createTestJob({ pinned_to: 8 })] })],
    ["CONTRADICTION", "jobs[0].is_on_board", createTestProblem({ jobs: [createTestJob({ is_on_board: true })] })],
    ["OUT_OF_RANGE", "jobs[0].location_index", createTestProblem({ jobs: [createTestJob({ location_index: 4 })] })],
    ["DUPLICATE", "jobs[1].id", createTestProblem({ jobs: [createTestJob(), createTestJob()] })],
    ["WRONG_TYPE", "shipments[0].pickup", { ...createTestProblem(), shipments: [{ delivery: {} }] }],
    ["DUPLICATE", "vehicles[1].id", createTestProblem({ vehicles: [createTestVehicle(), createTestVehicle()] })],
    [
      "OUT_OF_RANGE",
      "vehicles[0].speed_factor",
      createTestProblem({ vehicles: [createTestVehicle({ speed_factor: 0 })] }),
    ],
    ["UNKNOWN", "matrices", createTestProblem({ vehicles: [createTestVehicle({ profile: "bike" })] })],
    [
      "CONTRADICTION",
      "vehicles[0].max_distance",
      createTestProblem({
        vehicles: [createTestVehicle({ max_distance: 9 })],
        matrices: { car: { durations: createTestProblem().matrices.car!.durations } },
      }),
    ],
    [
      "UNKNOWN",
      "vehicles[0].steps[0].id",
      createTestProblem({ vehicles: [createTestVehicle({ steps: [{ type: "job", id: 7 }] })] }),
    ],
    [
      "CONTRADICTION",
      "vehicles[0].steps[0]",
      createTestProblem({
        shipments: [createTestShipment()],
        vehicles: [createTestVehicle({ steps: [{ type: "delivery", id: 1 }] })],
      }),
    ],
    [
      "CONTRADICTION",
      "matrices.car.durations[1]",
      createTestProblem({ matrices: { car: { durations: [[0, 1], [1]] } } }),
    ],
    [
      "OUT_OF_RANGE",
      "matrices.car.durations[0][1]",
      createTestProblem({
        matrices: {
          car: {
            durations: [
              [0, -1],
              [1, 0],
            ],
          },
        },
      }),
    ],
  ])("readPlanningProblem refuses an invalid planning problem with %s at the field %s", (code, path, value) => {
    expect(problemErrorOf(value)).toEqual([code, path]);
  });
});
