import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import { parseRetryAfterSeconds } from "@leitstand/contract/core/retry-after";

/** Result of one attempt: the receiver's answer, or the reason why there was none. */
export interface WebhookDeliveryAttempt {
  readonly status: number | null;
  readonly error: string | null;
  /** The header `retry-after`. */
  readonly retryAfter?: string | undefined;
}

export interface WebhookAttemptContext {
  /** Type of the event, or `test`, which is tried once. */
  readonly type: string;
  /** Number of attempts before this one. */
  readonly attempts: number;
  readonly now: Date;
}

export interface WebhookDeliveryOutcome {
  readonly status: "PENDING" | "DELIVERED" | "FAILED";
  /** Moment of the next attempt; null for none. */
  readonly due_at: Date | null;
  /** Whether the receiver has answered that it is gone. */
  readonly isGone: boolean;
}

const RETRY_JITTER = 0.1;
const GONE_STATUS = 410;

/**
 * Whether an attempt has succeeded: only by 2xx, because a redirect leads to an address that the webhook does not name.
 */
export const isWebhookAttemptSuccessful = ({ status }: WebhookDeliveryAttempt) =>
  status !== null && status >= 200 && status < 300;

/** Outcome of an attempt; `random` from 0 to 1 spreads the attempts of many deliveries that failed together. */
export function webhookDeliveryOutcomeOf(
  attempt: WebhookDeliveryAttempt,
  { type, attempts, now }: WebhookAttemptContext,
  random: number,
): WebhookDeliveryOutcome {
  if (isWebhookAttemptSuccessful(attempt)) return { status: "DELIVERED", due_at: null, isGone: false };
  const isGone = attempt.status === GONE_STATUS;
  const wait = type === "test" ? undefined : webhookDeliveryLimits.retry_waits_seconds[attempts];
  if (wait === undefined) return { status: "FAILED", due_at: null, isGone };
  const spread = wait * (1 + RETRY_JITTER * (2 * random - 1));
  const seconds = Math.max(spread, parseRetryAfterSeconds(attempt.retryAfter, now) ?? 0);
  return { status: "PENDING", due_at: new Date(now.getTime() + seconds * 1000), isGone };
}
