import { describe, expect, it } from "vitest";
import { jobOf, problemOf, shipmentOf, vehicleOf } from "./problem.factory";
import { ProblemError } from "./problem-error";
import { readProblem } from "./read-problem";

const problemErrorOf = (value: unknown) => {
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
    const problem = problemOf({ shipments: [shipmentOf()] });
    expect(readProblem(problem)).toBe(problem);
  });

  it.each<[string, string, unknown]>([
    ["WRONG_TYPE", "", null],
    ["WRONG_TYPE", "vehicles", problemOf({ vehicles: [] })],
    ["WRONG_TYPE", "jobs", { ...problemOf(), jobs: {} }],
    ["WRONG_TYPE", "jobs[0].id", { ...problemOf(), jobs: [{ location_index: 1 }] }],
    ["WRONG_TYPE", "jobs[0].service", problemOf({ jobs: [jobOf({ service: Number.NaN })] })],
    ["OUT_OF_RANGE", "jobs[0].service", problemOf({ jobs: [jobOf({ service: -1 })] })],
    ["OUT_OF_RANGE", "jobs[0].priority", problemOf({ jobs: [jobOf({ priority: 101 })] })],
    ["WRONG_TYPE", "jobs[0].delivery[1]", problemOf({ jobs: [jobOf({ delivery: [1, 0.5] })] })],
    ["OUT_OF_RANGE", "jobs[0].location[1]", problemOf({ jobs: [jobOf({ location: [9.5, 147] })] })],
    ["CONTRADICTION", "jobs[0].time_windows", problemOf({ jobs: [jobOf({ time_windows: [] })] })],
    ["CONTRADICTION", "jobs[0].time_windows[0]", problemOf({ jobs: [jobOf({ time_windows: [[9, 3]] })] })],
    [
      "CONTRADICTION",
      "jobs[0].time_windows[1]",
      problemOf({
        jobs: [
          jobOf({
            time_windows: [
              [1, 5],
              [5, 9],
            ],
          }),
        ],
      }),
    ],
    ["UNSUPPORTED", "jobs[0].service_per_type", { ...problemOf(), jobs: [{ ...jobOf(), service_per_type: {} }] }],
    [
      "UNKNOWN",
      "jobs[0].deadlines[0].level",
      { ...problemOf(), jobs: [{ ...jobOf(), deadlines: [{ at: 1, level: "BAD" }] }] },
    ],
    ["UNKNOWN", "jobs[0].pinned_to", problemOf({ jobs: [jobOf({ pinned_to: 8 })] })],
    ["CONTRADICTION", "jobs[0].is_on_board", problemOf({ jobs: [jobOf({ is_on_board: true })] })],
    ["OUT_OF_RANGE", "jobs[0].location_index", problemOf({ jobs: [jobOf({ location_index: 4 })] })],
    ["DUPLICATE", "jobs[1].id", problemOf({ jobs: [jobOf(), jobOf()] })],
    ["WRONG_TYPE", "shipments[0].pickup", { ...problemOf(), shipments: [{ delivery: {} }] }],
    ["DUPLICATE", "vehicles[1].id", problemOf({ vehicles: [vehicleOf(), vehicleOf()] })],
    ["OUT_OF_RANGE", "vehicles[0].speed_factor", problemOf({ vehicles: [vehicleOf({ speed_factor: 0 })] })],
    ["UNKNOWN", "matrices", problemOf({ vehicles: [vehicleOf({ profile: "bike" })] })],
    [
      "CONTRADICTION",
      "vehicles[0].max_distance",
      problemOf({
        vehicles: [vehicleOf({ max_distance: 9 })],
        matrices: { car: { durations: problemOf().matrices.car!.durations } },
      }),
    ],
    ["UNKNOWN", "vehicles[0].steps[0].id", problemOf({ vehicles: [vehicleOf({ steps: [{ type: "job", id: 7 }] })] })],
    [
      "CONTRADICTION",
      "vehicles[0].steps[0]",
      problemOf({ shipments: [shipmentOf()], vehicles: [vehicleOf({ steps: [{ type: "delivery", id: 1 }] })] }),
    ],
    ["CONTRADICTION", "matrices.car.durations[1]", problemOf({ matrices: { car: { durations: [[0, 1], [1]] } } })],
    [
      "OUT_OF_RANGE",
      "matrices.car.durations[0][1]",
      problemOf({
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
  ])("readProblem refuses an invalid planning problem with %s at the field %s", (code, path, value) => {
    expect(problemErrorOf(value)).toEqual([code, path]);
  });
});
