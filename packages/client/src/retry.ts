import type { ApiProblem } from "./problem";

const BASE_DELAY_MS = 250;
const DELAY_MAX_MS = 30_000;

/**
 * Milliseconds to wait before the same call is made again; undefined: not at all. A 429 of a rate limit and one of a
 * proxy were refused before any work, so they may always be repeated, after Retry-After; a lost connection or a 5xx only
 * where repeating changes nothing: also a server that is not available for a moment may have done the work. A longer
 * Retry-After than half a minute is left to the caller, who finds it in the problem.
 */
export function retryDelayMs(
  fault: ApiProblem,
  { attempt, repeatable }: { attempt: number; repeatable: boolean },
): number | undefined {
  const isFromProxy = fault.code === "UNREACHABLE" && fault.status === 429;
  const refusedBeforeWork = fault.code === "RATE_LIMIT_EXCEEDED" || isFromProxy;
  const unknownOutcome = fault.status === 0 || fault.status >= 500 || fault.code === "IDEMPOTENCY_REQUEST_IN_PROGRESS";
  if (!refusedBeforeWork && !(unknownOutcome && repeatable)) return undefined;
  const asked = Number(fault.arg("retry_after") ?? Number.NaN);
  const jitter = 0.5 + Math.random();
  if (asked * 1000 > DELAY_MAX_MS) return undefined;
  if (Number.isFinite(asked)) return asked * 1000 + BASE_DELAY_MS * Math.random();
  return Math.min(DELAY_MAX_MS, BASE_DELAY_MS * 2 ** (attempt - 1) * jitter);
}
