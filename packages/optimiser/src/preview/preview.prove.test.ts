import { expect, it } from "vitest";
import { createTestShipment, createTestVehicle, HOUR_SECONDS, straightLineMatrix } from "../problem/problem.factory";
import { SeededRandom } from "../search/random";
import { previewInsertions } from "./preview";

it("previewing the insertion of a case into 200 tours of ten stops takes less than 100 ms of processor time", () => {
  const { problem, request } = runningFleetProblem(200);
  const samples = Array.from({ length: 15 }, () => {
    const began = process.cpuUsage();
    expect(previewInsertions(problem, request).suggestions).toHaveLength(5);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  // Least time of all rounds, because the time of other threads of this process counts too.
  expect(Math.min(...samples)).toBeLessThan(100);
});

/** Each tour makes five shipments between random places, with windows, in the order of their numbers. */
function runningFleetProblem(tours: number) {
  const random = new SeededRandom(9);
  const points = Array.from({ length: tours * 5 + 2 }, () => [random.below(30_000), random.below(30_000)] as const);
  const { durations } = straightLineMatrix(points);
  const shipments = Array.from({ length: tours * 5 }, (_, id) => ({
    ...createTestShipment({ id, from: id, to: random.below(points.length) }),
    amount: [1],
  }));
  const vehicles = Array.from({ length: tours }, (_, id) => {
    const own = shipments.slice(id * 5, id * 5 + 5).map(({ pickup }) => pickup.id);
    const steps = own.flatMap((step) => [
      { type: "pickup" as const, id: step },
      { type: "delivery" as const, id: step },
    ]);
    return createTestVehicle({
      id,
      capacity: [2],
      time_window: [0, 24 * HOUR_SECONDS],
      breaks: [{ id: 1, service: 1800 }],
      steps,
    });
  });
  const request = { ...createTestShipment({ id: tours * 5, from: tours * 5, to: tours * 5 + 1 }), amount: [1] };
  return { problem: { vehicles, shipments, matrices: { car: { durations } } }, request };
}
