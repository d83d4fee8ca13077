import { Worker } from "node:worker_threads";
import type { Problem } from "../src/problem/problem";
import type { Solution } from "../src/problem/solution";
import type { SolveProgress } from "../src/solve";
import type { SolverThreadMessage, SolverThreadInput } from "./thread-messages";

export interface SolverWorkerOptions {
  /** Milliseconds from the call to the answer. */
  readonly timeLimitMs: number;
  readonly seed?: number;
  /** Ends the thread at once; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
}

/** Solves a problem like `solve`, in a thread of its own. The problem has been checked by `readPlanningProblem`. */
export async function solveProblemInWorker(problem: Problem, options: SolverWorkerOptions): Promise<Solution> {
  const { timeLimitMs, seed, signal, onProgress } = options;
  signal?.throwIfAborted();
  const calledAt = performance.timeOrigin + performance.now();
  const data: SolverThreadInput = { problem, timeLimitMs, seed, calledAt };
  const thread = startSolverThread(data);
  const settled = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { signal: settled.signal });
      awaitSolution(thread, onProgress).then(resolve, reject);
    });
  } finally {
    settled.abort();
    await thread.terminate();
  }
}

function awaitSolution(thread: Worker, onProgress: SolverWorkerOptions["onProgress"]): Promise<Solution> {
  return new Promise((resolve, reject) => {
    thread.on("message", (message: SolverThreadMessage) => {
      if ("solution" in message) resolve(message.solution);
      else onProgress?.(message.progress);
    });
    thread.on("error", reject);
    thread.on("exit", (code) => reject(new Error(`The solver's thread ended with code ${code} and no answer.`)));
  });
}

/**
 * Starts the thread: bundled, its file lies beside the bundle; from TypeScript, it has to be translated as it is
 * loaded.
 */
function startSolverThread(workerData: SolverThreadInput): Worker {
  const isBundled = !import.meta.url.endsWith(".ts");
  const file = isBundled ? "./solver-thread.js" : "./thread-from-source.mjs";
  return new Worker(new URL(file, import.meta.url), { workerData });
}
