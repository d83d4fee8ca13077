import { describe, expect, it } from "vitest";
import { aJob, aProblem, aShipment, aVehicle } from "./problem.factory";
import { ProblemError } from "./problem-error";
import { readProblem } from "./read-problem";

const refusal = (value: unknown) => {
  try {
    readProblem(value);
  } catch (error) {
    if (error instanceof ProblemError) return [error.code, error.path];
    throw error;
  }
  return undefined;
};

describe("optimisation problem", () => {
  it("readProblem accepts a valid planning problem unchanged", () => {
    const problem = aProblem({ shipments: [aShipment()] });
    expect(readProblem(problem)).toBe(problem);
  });

  it.each<[string, string, unknown]>([
    ["WRONG_TYPE", "", null],
    ["WRONG_TYPE", "vehicles", aProblem({ vehicles: [] })],
    ["WRONG_TYPE", "jobs", { ...aProblem(), jobs: {} }],
    ["WRONG_TYPE", "jobs[0].id", { ...aProblem(), jobs: [{ location_index: 1 }] }],
    ["WRONG_TYPE", "jobs[0].service", aProblem({ jobs: [aJob({ service: Number.NaN })] })],
    ["OUT_OF_RANGE", "jobs[0].service", aProblem({ jobs: [aJob({ service: -1 })] })],
    ["OUT_OF_RANGE", "jobs[0].priority", aProblem({ jobs: [aJob({ priority: 101 })] })],
    ["WRONG_TYPE", "jobs[0].delivery[1]", aProblem({ jobs: [aJob({ delivery: [1, 0.5] })] })],
    ["OUT_OF_RANGE", "jobs[0].location[1]", aProblem({ jobs: [aJob({ location: [9.5, 147] })] })],
    ["CONTRADICTION", "jobs[0].time_windows", aProblem({ jobs: [aJob({ time_windows: [] })] })],
    ["CONTRADICTION", "jobs[0].time_windows[0]", aProblem({ jobs: [aJob({ time_windows: [[9, 3]] })] })],
    [
      "CONTRADICTION",
      "jobs[0].time_windows[1]",
      aProblem({
        jobs: [
          aJob({
            time_windows: [
              [1, 5],
              [5, 9],
            ],
          }),
        ],
      }),
    ],
    ["UNSUPPORTED", "jobs[0].service_per_type", { ...aProblem(), jobs: [{ ...aJob(), service_per_type: {} }] }],
    [
      "UNKNOWN",
      "jobs[0].deadlines[0].level",
      { ...aProblem(), jobs: [{ ...aJob(), deadlines: [{ at: 1, level: "BAD" }] }] },
    ],
    ["UNKNOWN", "jobs[0].pinned_to", aProblem({ jobs: [aJob({ pinned_to: 8 })] })],
    ["CONTRADICTION", "jobs[0].is_on_board", aProblem({ jobs: [aJob({ is_on_board: true })] })],
    ["OUT_OF_RANGE", "jobs[0].location_index", aProblem({ jobs: [aJob({ location_index: 4 })] })],
    ["DUPLICATE", "jobs[1].id", aProblem({ jobs: [aJob(), aJob()] })],
    ["WRONG_TYPE", "shipments[0].pickup", { ...aProblem(), shipments: [{ delivery: {} }] }],
    ["DUPLICATE", "vehicles[1].id", aProblem({ vehicles: [aVehicle(), aVehicle()] })],
    ["OUT_OF_RANGE", "vehicles[0].speed_factor", aProblem({ vehicles: [aVehicle({ speed_factor: 0 })] })],
    ["UNKNOWN", "matrices", aProblem({ vehicles: [aVehicle({ profile: "bike" })] })],
    [
      "CONTRADICTION",
      "vehicles[0].max_distance",
      aProblem({
        vehicles: [aVehicle({ max_distance: 9 })],
        matrices: { car: { durations: aProblem().matrices.car!.durations } },
      }),
    ],
    ["UNKNOWN", "vehicles[0].steps[0].id", aProblem({ vehicles: [aVehicle({ steps: [{ type: "job", id: 7 }] })] })],
    [
      "CONTRADICTION",
      "vehicles[0].steps[0]",
      aProblem({ shipments: [aShipment()], vehicles: [aVehicle({ steps: [{ type: "delivery", id: 1 }] })] }),
    ],
    ["CONTRADICTION", "matrices.car.durations[1]", aProblem({ matrices: { car: { durations: [[0, 1], [1]] } } })],
    [
      "OUT_OF_RANGE",
      "matrices.car.durations[0][1]",
      aProblem({
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
  ])("is refused with %s at %s", (code, path, value) => {
    expect(refusal(value)).toEqual([code, path]);
  });
});
