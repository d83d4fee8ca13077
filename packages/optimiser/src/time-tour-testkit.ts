import fc from "fast-check";
import { expect } from "vitest";
import { checkSolution } from "./answer/check";
import { planningProblemArbitrary, createTickingClock } from "./problem/problem.factory";
import type { Problem, VehicleStep } from "./problem/problem";
import { solvePlanningProblem } from "./solve";
import { computeTourTimes } from "./time-tour";

/** Arbitrary of one vehicle that makes every stop in a random order: pickups before their deliveries. */
const anyOrderedTour = fc
  .tuple(planningProblemArbitrary, fc.array(fc.nat(1_000), { minLength: 20, maxLength: 20 }))
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

/** Compares the times of this many random tours with those that the solver gives. */
export const assertTourTimesMatchSolver = (seed: number, tours: number) =>
  fc.assert(
    fc.property(anyOrderedTour, (problem) => {
      const { routes, unassigned, ...rest } = solvePlanningProblem(problem, {
        timeLimitMs: 3,
        clock: createTickingClock(),
      });
      const timed = computeTourTimes(problem);
      expect(unassigned).toEqual([]);
      expect(timed).toEqual(routes[0]);
      // The checker shares code with neither of the two.
      expect(checkSolution(problem, { ...rest, unassigned, routes: [timed!] })).toEqual([]);
    }),
    { seed, numRuns: tours },
  );
