import { writeTour } from "./answer/answer";
import { compileProblem } from "./model/compile";
import { initialPlan } from "./search/initial-plan";
import { widenForRunningTours } from "./problem/live";
import type { Problem } from "./problem/problem";
import type { SolutionTour } from "./problem/solution";

/**
 * Times one vehicle that makes the stops of its `steps` in that order: the times, sums and violations that `solve`
 * answers for the same steps, without a search. The problem has been checked by `readProblem`, or is made of such
 * parts.
 * @param problem has exactly one vehicle, whose steps name all stops. Only the ways along them are looked up.
 * @returns undefined for a vehicle without stops.
 * @throws {ProblemError} where no way leads from a stop to the next.
 */
export function computeTourTimes(problem: Problem): SolutionTour | undefined {
  const compiled = compileProblem(widenForRunningTours(problem));
  const [order] = initialPlan(problem, compiled);
  return order === undefined || order.length === 0 ? undefined : writeTour({ asked: problem, compiled }, 0, order);
}
