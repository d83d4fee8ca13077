/** Decides from the partner's answer what happens to a queued event. */

/** Result of an attempt: the status of the answer, or the reason why there was none. */
export interface PartnerDeliveryAttempt {
  readonly status: number | null;
  readonly error: string | null;
  /** Seconds that the partner asks to wait. */
  readonly retry_after: number | null;
}
export type PartnerDeliveryOutcome =
  | { readonly kind: "delivered" }
  | { readonly kind: "refused" }
  | { readonly kind: "expired" }
  | { readonly kind: "again"; readonly due_at: Date };

export interface PartnerAttemptHistory {
  /** Number of attempts, this one included. */
  readonly attempts: number;
  readonly first_tried_at: Date;
  readonly now: Date;
}

const RETRIED_STATUSES = new Set([408, 425, 429]);
const FIRST_RETRY_SECONDS = 10;
const RETRY_SECONDS_MAX = 3_600;
const RETRY_DURATION_MS_MAX = 24 * 3_600_000;

/** Whether the partner's system failed, rather than refused the event. */
export const isPartnerFailure = ({ status }: Pick<PartnerDeliveryAttempt, "status">) =>
  status === null || status < 200 || (status >= 300 && status < 400) || status >= 500 || RETRIED_STATUSES.has(status);

/**
 * Outcome of an attempt. Failed ones are repeated after 10 s, doubling to an hour, for a day; a refused event is not
 * repeated automatically.
 */
export function partnerDeliveryOutcomeOf(
  attempt: PartnerDeliveryAttempt,
  { attempts, first_tried_at, now }: PartnerAttemptHistory,
): PartnerDeliveryOutcome {
  if (!isPartnerFailure(attempt)) return { kind: (attempt.status ?? 0) < 300 ? "delivered" : "refused" };
  if (now.getTime() - first_tried_at.getTime() >= RETRY_DURATION_MS_MAX) return { kind: "expired" };
  const wait = Math.min(RETRY_SECONDS_MAX, FIRST_RETRY_SECONDS * 2 ** Math.min(attempts - 1, 20));
  const seconds = Math.min(RETRY_SECONDS_MAX, Math.max(wait, attempt.retry_after ?? 0));
  return { kind: "again", due_at: new Date(now.getTime() + seconds * 1000) };
}

/**
 * Failures in a row after which the partner is not called for a minute; each further one doubles the pause, up to 15
 * minutes.
 */
export const PARTNER_FAILURES_BEFORE_PAUSE = 5;
export const partnerPauseSeconds = (failures: number) =>
  failures < PARTNER_FAILURES_BEFORE_PAUSE
    ? 0
    : Math.min(900, 60 * 2 ** Math.min(failures - PARTNER_FAILURES_BEFORE_PAUSE, 10));
