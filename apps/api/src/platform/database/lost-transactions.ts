import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../problem";

/** serialization_failure and deadlock_detected: the transaction changed nothing and may simply run again. */
const RETRIED_ERROR_CODES = new Set(["40001", "40P01"]);
const ATTEMPTS_MAX = 5;
/**
 * Longest pause before the second attempt, doubled for each further one. Without a pause, the loser of a deadlock takes
 * its row again before the winner has woken up, and both meet once more; a drawn one keeps several losers apart.
 */
const RETRY_PAUSE_MS = 20;

/** Runs a transaction again as long as it loses to others, five times at most. */
export async function retryConflictingTransaction<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const isLost = RETRIED_ERROR_CODES.has((error as { code?: string }).code ?? "");
      if (count >= ATTEMPTS_MAX || !isLost) throw error;
      await pause(RETRY_PAUSE_MS * 2 ** (count - 1) * (0.5 + Math.random() / 2));
    }
  }
}

/**
 * SQLSTATEs by which a server that goes on says that it has undone the transaction. Left out are classes 08, 57 and 58:
 * a server may also stop, or a connection end, when the commit is done and its answer is not sent yet.
 */
const UNDOING_SQLSTATE = /^(?!08|57|58)\d[0-9A-Z]{4}$/;

/**
 * Whether a transaction that failed with the error has surely changed nothing: we refused it ourselves, or the server
 * says so. Otherwise it may be committed, and only the answer lost.
 */
export const isTransactionSurelyRolledBack = (error: unknown): boolean =>
  error instanceof Problem || UNDOING_SQLSTATE.test((error as { code?: string }).code ?? "");
