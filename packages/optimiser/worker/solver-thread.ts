/** Planning thread; started by `solveInWorker`, which defines the messages. */
import { parentPort, workerData } from "node:worker_threads";
import { solve } from "../src/solve";
import type { FromThread, ToThread } from "./thread-messages";

const { problem, timeLimitMs, seed, calledAt } = workerData as ToThread;
// Clock in Unix milliseconds: the origin differs from thread to thread, the sum does not.
const clock = () => performance.timeOrigin + performance.now();
const tell = (message: FromThread) => parentPort?.postMessage(message);

/** However slowly the thread started, half of the time is left to plan. */
const startedAt = Math.max(calledAt, clock() - timeLimitMs / 2);
tell({
  solution: solve(problem, { timeLimitMs, seed, clock, startedAt, onProgress: (progress) => tell({ progress }) }),
});
