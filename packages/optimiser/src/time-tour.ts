import { buildSolutionTour } from "./answer/answer";
import { compileProblem } from "./model/compile";
import { buildInitialTours } from "./search/initial-plan";
import { widenLimitsOfRunningTours } from "./problem/live";
import type { Problem } from "./problem/problem";
import type { SolutionTour } from "./problem/solution";

/**
 * Times one vehicle that makes the stops of its `steps` in that order: the times, sums and violations that `solve`
 * answers for the same steps, without a search. The problem has been checked by `readPlanningProblem`, or is made of such
 * parts.
 * @param problem has exactly one vehicle, whose steps name all stops. Only the ways along them are looked up.
 * @returns undefined for a vehicle without stops.
 * @throws {PlanningProblemError} where no way leads from a stop to the next.
 */
export function computeTourTimes(problem: Problem): SolutionTour | undefined {
  const compiled = compileProblem(widenLimitsOfRunningTours(problem));
  const [order] = buildInitialTours(problem, compiled);
  return order === undefined || order.length === 0
    ? undefined
    : buildSolutionTour({ asked: problem, compiled }, 0, order);
}
