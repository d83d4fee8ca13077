import type { Problem } from "../src/problem/problem";
import type { Solution } from "../src/problem/solution";
import type { SolveProgress } from "../src/solve";

export interface SolverThreadInput {
  readonly problem: Problem;
  readonly timeLimitMs: number;
  readonly seed: number | undefined;
  /** Time of the call in milliseconds since the Unix epoch. */
  readonly calledAt: number;
}

/**
 * Messages of the thread: progress any number of times, then the solution; a thread that fails says so by its `error`
 * event.
 */
export type SolverThreadMessage = { readonly progress: SolveProgress } | { readonly solution: Solution };
