/** Planning thread; started by `solveProblemInWorker`, which defines the messages. */
import { parentPort, workerData } from "node:worker_threads";
import { solvePlanningProblem } from "../src/solve";
import type { SolverThreadMessage, SolverThreadInput } from "./thread-messages";

const { problem, timeLimitMs, seed, calledAt } = workerData as SolverThreadInput;
// Clock in Unix milliseconds: the origin differs from thread to thread, the sum does not.
const unixMilliseconds = () => performance.timeOrigin + performance.now();
const postMessageToParent = (message: SolverThreadMessage) => parentPort?.postMessage(message);

/** However slowly the thread started, half of the time is left to plan. */
const startedAt = Math.max(calledAt, unixMilliseconds() - timeLimitMs / 2);
postMessageToParent({
  solution: solvePlanningProblem(problem, {
    timeLimitMs,
    seed,
    clock: unixMilliseconds,
    startedAt,
    onProgress: (progress) => postMessageToParent({ progress }),
  }),
});
