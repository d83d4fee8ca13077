import { annealPlan } from "./search/anneal";
import { buildSolution } from "./answer/answer";
import { checkSolution } from "./answer/check";
import { type CompiledProblem, compileProblem } from "./model/compile";
import { explainUnservedRequests } from "./answer/explain";
import { buildInitialTours } from "./search/initial-plan";
import { widenLimitsOfRunningTours } from "./problem/live";
import type { Problem } from "./problem/problem";
import type { Solution } from "./problem/solution";
import { fillSuitabilityTable } from "./answer/suitability";

export interface SolveOptions {
  /** Milliseconds for everything: reading the problem, searching, explaining and checking. */
  readonly timeLimitMs: number;
  /** Clock in milliseconds from any origin. */
  readonly clock: () => number;
  /** Time on the clock from which the limit counts; the moment of the call unless set. */
  readonly startedAt?: number;
  readonly seed?: number;
  /** Signal that is checked now and then; when it is aborted, `solve` throws its reason. */
  readonly signal?: Pick<AbortSignal, "aborted" | "reason">;
  readonly onProgress?: (progress: SolveProgress) => void;
}

/** Progress, reported whenever a better plan was found. */
export interface SolveProgress {
  readonly elapsedMs: number;
  /** Cost of the tours, delays included, without a price of requests that are left out. */
  readonly cost: number;
  /** Number of unserved requests, a shipment being one. */
  readonly unassigned: number;
}

/**
 * Time kept for writing and checking the answer: a share of any limit, a minimum of a short one, and as long as reading
 * the problem took.
 */
const RESERVED_TIME_SHARE = 0.02;
const RESERVED_MS_MIN = 15;
const RESERVED_TIME_SHARE_MAX = 0.3;

/**
 * Plans which vehicle serves which requests when. The problem has been checked by `readPlanningProblem`.
 * @throws {Error} the signal's reason; `InvalidSolutionError` when the checker refuses the answer, which would be our mistake.
 */
export function solvePlanningProblem(problem: Problem, options: SolveOptions): Solution {
  const { clock, signal, timeLimitMs, startedAt = clock(), seed = 1, onProgress } = options;
  const compiled = compileForSearch(problem);
  const reading = clock() - startedAt;
  const reserved = Math.min(RESERVED_TIME_SHARE_MAX, RESERVED_TIME_SHARE + (RESERVED_MS_MIN + reading) / timeLimitMs);
  const searchMs = timeLimitMs * (1 - reserved);
  const elapsed = () => {
    if (signal?.aborted) throw signal.reason;
    return (clock() - startedAt) / searchMs;
  };
  const { best } = annealPlan(compiled.model, {
    seed,
    opening: buildInitialTours(problem, compiled),
    elapsed,
    onBetter: ({ tourCost, absent }) =>
      onProgress?.({ elapsedMs: clock() - startedAt, cost: tourCost, unassigned: absent.length }),
  });
  const unassigned = explainUnservedRequests(compiled, best, () => clock() - startedAt > timeLimitMs);
  const solution = buildSolution({ asked: problem, compiled, best, unassigned, solvingMs: clock() - startedAt });
  const faults = checkSolution(problem, solution);
  if (faults.length > 0) throw new InvalidSolutionError(faults.map(({ path, reason }) => `${path} ${reason}`));
  return solution;
}

/** Error of an answer that breaks a hard limit. Such an answer is never returned. */
export class InvalidSolutionError extends Error {
  override readonly name = "InvalidSolutionError";

  constructor(readonly faults: readonly string[]) {
    super(`The plan is faulty: ${faults.slice(0, 5).join("; ")}`);
  }
}

/** Model of a problem whose running tours have been given room. */
function compileForSearch(problem: Problem): CompiledProblem {
  const compiled = compileProblem(widenLimitsOfRunningTours(problem));
  fillSuitabilityTable(compiled);
  return compiled;
}
