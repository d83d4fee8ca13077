/** What an answer of the partner means for the event that was told. */

/** What came back: the status of an answer, or why there was none. */
export interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
  /** Seconds that the partner asks to wait. */
  readonly retry_after: number | null;
}
export type Outcome =
  | { readonly kind: "delivered" }
  | { readonly kind: "refused" }
  | { readonly kind: "expired" }
  | { readonly kind: "again"; readonly due_at: Date };

export interface AttemptFacts {
  /** This attempt included. */
  readonly attempts: number;
  readonly first_tried_at: Date;
  readonly now: Date;
}

const RETRIED = new Set([408, 425, 429]);
const FIRST_WAIT_S = 10;
const WAIT_MAX_S = 3_600;
const TRIED_MAX_MS = 24 * 3_600_000;

/** Whether the partner's system failed, rather than refused. */
export const isFailure = ({ status }: Pick<Attempt, "status">) =>
  status === null || status < 200 || (status >= 300 && status < 400) || status >= 500 || RETRIED.has(status);

/** 10 s, doubling to an hour, for a day; what the partner refuses is not told again by itself. */
export function judgeAttempt(attempt: Attempt, { attempts, first_tried_at, now }: AttemptFacts): Outcome {
  if (!isFailure(attempt)) return { kind: (attempt.status ?? 0) < 300 ? "delivered" : "refused" };
  if (now.getTime() - first_tried_at.getTime() >= TRIED_MAX_MS) return { kind: "expired" };
  const wait = Math.min(WAIT_MAX_S, FIRST_WAIT_S * 2 ** Math.min(attempts - 1, 20));
  const seconds = Math.min(WAIT_MAX_S, Math.max(wait, attempt.retry_after ?? 0));
  return { kind: "again", due_at: new Date(now.getTime() + seconds * 1000) };
}

/** Five failures in a row leave the partner alone for a minute, then each one more for twice as long, up to 15 minutes. */
export const FAILURES_MAX = 5;
export const pauseSeconds = (failures: number) =>
  failures < FAILURES_MAX ? 0 : Math.min(900, 60 * 2 ** Math.min(failures - FAILURES_MAX, 10));
