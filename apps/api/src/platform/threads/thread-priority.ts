import { constants, getPriority, setPriority } from "node:os";

/**
 * Number by which the priority of a yielding thread is lower: on a busy processor it gets a third of the time of
 * another thread.
 */
export const THREAD_PRIORITY_REDUCTION = 5;

/**
 * Lowers the priority of the calling thread below that of the rest of its process. Only on Linux is a priority that of
 * a single thread; elsewhere it stays as it is.
 */
export function lowerThreadPriority() {
  if (process.platform === "linux")
    setPriority(Math.min(getPriority() + THREAD_PRIORITY_REDUCTION, constants.priority.PRIORITY_LOW));
}
