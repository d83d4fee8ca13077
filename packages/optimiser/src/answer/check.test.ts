import { describe, expect, it } from "vitest";
import { checkSolution } from "./check";
import {
  HOUR_SECONDS,
  createTestJob,
  createTestProblem,
  createTestShipment,
  createTestVehicle,
  createTickingClock,
} from "../problem/problem.factory";
import type { Solution, SolutionStep, SolutionTour } from "../problem/solution";
import { solvePlanningProblem } from "../solve";

const exampleProblem = createTestProblem({
  jobs: [createTestJob({ id: 1, service: 60, time_windows: [[0, HOUR_SECONDS]], delivery: [1], skills: [1] })],
  shipments: [createTestShipment({ id: 2, from: 2, to: 3, amount: [1] })],
  vehicles: [
    createTestVehicle({
      id: 1,
      capacity: [2],
      skills: [1],
      time_window: [0, 2 * HOUR_SECONDS],
      breaks: [{ id: 5, service: 300, time_windows: [[0, HOUR_SECONDS]] }],
      max_tasks: 3,
      max_travel_time: HOUR_SECONDS,
      max_distance: 20_000,
    }),
  ],
});
const exampleSolution = solvePlanningProblem(exampleProblem, { timeLimitMs: 60, clock: createTickingClock() });
const solutionWithTour = (change: (tour: SolutionTour) => Partial<SolutionTour>): Solution => ({
  ...exampleSolution,
  routes: exampleSolution.routes.map((tour) => ({ ...tour, ...change(tour) })),
});
const solutionWithStep = (type: SolutionStep["type"], change: (step: SolutionStep) => Partial<SolutionStep>) =>
  solutionWithTour(({ steps }) => ({
    steps: steps.map((step) => (step.type === type ? { ...step, ...change(step) } : step)),
  }));
const solutionWithoutStep = (type: SolutionStep["type"]) =>
  solutionWithTour(({ steps }) => ({ steps: steps.filter((step) => step.type !== type) }));

describe("checker of answers", () => {
  it("checkSolution finds no fault in a correct plan", () => {
    expect(checkSolution(exampleProblem, exampleSolution)).toEqual([]);
  });

  it.each<[string, Solution, string]>([
    ["a stop that no tour serves", solutionWithoutStep("job"), "does not name job 1"],
    ["a break that is not taken", solutionWithoutStep("break"), "miss break 5"],
    [
      "a break at the wrong time",
      solutionWithStep("break", () => ({ waiting_time: 2 * HOUR_SECONDS })),
      "take break 5 outside of its windows",
    ],
    ["a shipment without its delivery", solutionWithoutStep("delivery"), "tear pickup 2 and delivery 2 apart"],
    [
      "a delivery before its pickup",
      solutionWithTour(({ steps }) => ({ steps: [steps[0]!, ...steps.slice(1, -1).reverse(), steps.at(-1)!] })),
      "delivers what was not picked up",
    ],
    [
      "an arrival that cannot be kept",
      solutionWithStep("pickup", ({ arrival }) => ({ arrival: arrival - 1 })),
      "when driven",
    ],
    [
      "a drive that is shorter than the matrix says",
      solutionWithStep("end", ({ duration }) => ({ duration: duration - 1 })),
      "is not that of the matrix",
    ],
    ["a service that is cut short", solutionWithStep("job", () => ({ service: 0 })), "is not what was asked"],
    ["a load that is not on board", solutionWithStep("pickup", () => ({ load: [0] })), "is not what is on board"],
    [
      "a cost that does not follow from the tour",
      solutionWithTour(({ cost }) => ({ cost: cost - 1 })),
      "by the problem",
    ],
    [
      "a sum that does not add up",
      { ...exampleSolution, summary: { ...exampleSolution.summary, distance: 0 } },
      "add up to",
    ],
    ["a tour of an unknown vehicle", solutionWithTour(() => ({ vehicle: 9 })), "is no vehicle of the problem"],
    [
      "a vehicle with two tours",
      { ...exampleSolution, routes: [...exampleSolution.routes, ...exampleSolution.routes] },
      "has two tours",
    ],
    ["a stop elsewhere", solutionWithStep("job", () => ({ location_index: 3 })), "is not where the problem puts it"],
  ])("checkSolution finds the fault in an answer with %s", (_, wrong, reason) => {
    const reasons = checkSolution(exampleProblem, wrong).map((fault) => fault.reason);
    expect(reasons).toContainEqual(expect.stringContaining(reason));
  });

  it.each([
    ["a skill that is missing", { skills: [] }, "needs a skill"],
    ["a vehicle that is too small", { capacity: [0] }, "more than the vehicle takes"],
    ["a shift that is too short", { time_window: [0, 600] as const }, "end after the shift"],
    ["a tour before the shift", { time_window: [HOUR_SECONDS, 2 * HOUR_SECONDS] as const }, "is before the shift"],
    ["too many stops", { max_tasks: 2 }, "break max_tasks"],
    ["too much driving", { max_travel_time: 100 }, "break max_travel_time"],
    ["too long a distance", { max_distance: 100 }, "break max_distance"],
    [
      "a start that differs from the vehicle's fixed steps",
      {
        steps: [
          { type: "pickup" as const, id: 2 },
          { type: "job" as const, id: 1 },
        ],
      },
      "do not begin with",
    ],
    ["a silent overrun of the shift", { shift_end: { at: 10 } }, "keep silent about an overrun shift"],
  ])("checkSolution finds the fault in an answer with %s", (_, vehicle, reason) => {
    const other = { ...exampleProblem, vehicles: [{ ...exampleProblem.vehicles[0]!, ...vehicle }] };
    const reasons = checkSolution(other, exampleSolution).map((fault) => fault.reason);
    expect(reasons).toContainEqual(expect.stringContaining(reason));
  });

  it.each([
    ["a window that is missed", { time_windows: [[HOUR_SECONDS, HOUR_SECONDS] as const] }, "outside of its windows"],
    ["a silently missed deadline", { deadlines: [{ at: 0 }] }, "keep silent about a missed deadline"],
    ["a case on a vehicle of an excluded type", { excluded_vehicle_types: ["van"] }, "excludes this type"],
  ])("checkSolution finds the fault in an answer with %s", (_, job, reason) => {
    const other = {
      ...exampleProblem,
      jobs: [{ ...exampleProblem.jobs![0]!, ...job }],
      vehicles: [{ ...exampleProblem.vehicles[0]!, type: "van" }],
    };
    const reasons = checkSolution(other, exampleSolution).map((fault) => fault.reason);
    expect(reasons).toContainEqual(expect.stringContaining(reason));
  });
});
