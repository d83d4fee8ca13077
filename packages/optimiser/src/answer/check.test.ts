import { describe, expect, it } from "vitest";
import { checkSolution } from "./check";
import { HOUR, aJob, aProblem, aShipment, aVehicle, tickingClock } from "../problem/problem.factory";
import type { Solution, Step, Tour } from "../problem/solution";
import { solve } from "../solve";

const problem = aProblem({
  jobs: [aJob({ id: 1, service: 60, time_windows: [[0, HOUR]], delivery: [1], skills: [1] })],
  shipments: [aShipment({ id: 2, from: 2, to: 3, amount: [1] })],
  vehicles: [
    aVehicle({
      id: 1,
      capacity: [2],
      skills: [1],
      time_window: [0, 2 * HOUR],
      breaks: [{ id: 5, service: 300, time_windows: [[0, HOUR]] }],
      max_tasks: 3,
      max_travel_time: HOUR,
      max_distance: 20_000,
    }),
  ],
});
const solution = solve(problem, { timeLimitMs: 60, clock: tickingClock() });
const changeTour = (change: (tour: Tour) => Partial<Tour>): Solution => ({
  ...solution,
  routes: solution.routes.map((tour) => ({ ...tour, ...change(tour) })),
});
const changeStep = (type: Step["type"], change: (step: Step) => Partial<Step>) =>
  changeTour(({ steps }) => ({
    steps: steps.map((step) => (step.type === type ? { ...step, ...change(step) } : step)),
  }));
const without = (type: Step["type"]) =>
  changeTour(({ steps }) => ({ steps: steps.filter((step) => step.type !== type) }));

describe("checker of answers", () => {
  it("the checker finds no fault in a right answer", () => {
    expect(checkSolution(problem, solution)).toEqual([]);
  });

  it.each<[string, Solution, string]>([
    ["a stop that no tour serves", without("job"), "does not name job 1"],
    ["a break that is not taken", without("break"), "miss break 5"],
    [
      "a break at the wrong time",
      changeStep("break", () => ({ waiting_time: 2 * HOUR })),
      "take break 5 outside of its windows",
    ],
    ["a shipment without its delivery", without("delivery"), "tear pickup 2 and delivery 2 apart"],
    [
      "a delivery before its pickup",
      changeTour(({ steps }) => ({ steps: [steps[0]!, ...steps.slice(1, -1).reverse(), steps.at(-1)!] })),
      "delivers what was not picked up",
    ],
    [
      "an arrival that cannot be kept",
      changeStep("pickup", ({ arrival }) => ({ arrival: arrival - 1 })),
      "when driven",
    ],
    [
      "a way that is shorter than the matrix says",
      changeStep("end", ({ duration }) => ({ duration: duration - 1 })),
      "is not that of the matrix",
    ],
    ["a service that is cut short", changeStep("job", () => ({ service: 0 })), "is not what was asked"],
    ["a load that is not on board", changeStep("pickup", () => ({ load: [0] })), "is not what is on board"],
    ["a cost that does not follow from the tour", changeTour(({ cost }) => ({ cost: cost - 1 })), "by the problem"],
    ["a sum that does not add up", { ...solution, summary: { ...solution.summary, distance: 0 } }, "add up to"],
    ["a tour of no vehicle", changeTour(() => ({ vehicle: 9 })), "is no vehicle of the problem"],
    ["a vehicle with two tours", { ...solution, routes: [...solution.routes, ...solution.routes] }, "has two tours"],
    ["a stop elsewhere", changeStep("job", () => ({ location_index: 3 })), "is not where the problem puts it"],
  ])("finds the fault in an answer with %s", (_, wrong, reason) => {
    const reasons = checkSolution(problem, wrong).map((fault) => fault.reason);
    expect(reasons).toContainEqual(expect.stringContaining(reason));
  });

  it.each([
    ["a skill that is missing", { skills: [] }, "needs a skill"],
    ["a vehicle that is too small", { capacity: [0] }, "more than the vehicle takes"],
    ["a shift that is too short", { time_window: [0, 600] as const }, "end after the shift"],
    ["a tour before the shift", { time_window: [HOUR, 2 * HOUR] as const }, "is before the shift"],
    ["too many stops", { max_tasks: 2 }, "break max_tasks"],
    ["too much driving", { max_travel_time: 100 }, "break max_travel_time"],
    ["too long a way", { max_distance: 100 }, "break max_distance"],
    [
      "a beginning that is not kept",
      {
        steps: [
          { type: "pickup" as const, id: 2 },
          { type: "job" as const, id: 1 },
        ],
      },
      "do not begin with",
    ],
    ["a silent overrun of the shift", { shift_end: { at: 10 } }, "keep silent about an overrun shift"],
  ])("finds the fault in an answer with %s", (_, vehicle, reason) => {
    const other = { ...problem, vehicles: [{ ...problem.vehicles[0]!, ...vehicle }] };
    const reasons = checkSolution(other, solution).map((fault) => fault.reason);
    expect(reasons).toContainEqual(expect.stringContaining(reason));
  });

  it.each([
    ["a window that is missed", { time_windows: [[HOUR, HOUR] as const] }, "outside of its windows"],
    ["a silently missed deadline", { deadlines: [{ at: 0 }] }, "keep silent about a missed deadline"],
    ["a case on a vehicle of an excluded type", { excluded_vehicle_types: ["van"] }, "excludes this type"],
  ])("finds the fault in an answer with %s", (_, job, reason) => {
    const other = {
      ...problem,
      jobs: [{ ...problem.jobs![0]!, ...job }],
      vehicles: [{ ...problem.vehicles[0]!, type: "van" }],
    };
    const reasons = checkSolution(other, solution).map((fault) => fault.reason);
    expect(reasons).toContainEqual(expect.stringContaining(reason));
  });
});
