/** Limits for messages and calls of all users together to one number. */
const HOURLY_LIMIT = { seconds: 3_600, messages: 5 };
const DAILY_LIMIT = { seconds: 86_400, messages: 20 };
/** Longest time that a limit looks back. */
export const LONGEST_MESSAGE_LIMIT_WINDOW = DAILY_LIMIT;

export interface MessageQuotaRefusal {
  readonly code: "MESSAGE_COOLDOWN_ACTIVE" | "RATE_LIMIT_EXCEEDED";
  /** Seconds after which the message is not refused again. */
  readonly retry_after: number;
}

/**
 * Finds the limit that refuses one more message to the number; undefined when it may be sent. `ages`: seconds since
 * each message, newest first.
 */
export function findMessageQuotaRefusal(
  ages: readonly number[],
  coolDownSeconds: number,
): MessageQuotaRefusal | undefined {
  const waits = [
    { code: "MESSAGE_COOLDOWN_ACTIVE", seconds: remainingWaitSeconds(ages[0], coolDownSeconds) },
    {
      code: "RATE_LIMIT_EXCEEDED",
      seconds: remainingWaitSeconds(ages[HOURLY_LIMIT.messages - 1], HOURLY_LIMIT.seconds),
    },
    { code: "RATE_LIMIT_EXCEEDED", seconds: remainingWaitSeconds(ages[DAILY_LIMIT.messages - 1], DAILY_LIMIT.seconds) },
  ] as const;
  const longest = waits.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  if (longest.seconds <= 0) return undefined;
  return { code: longest.code, retry_after: Math.ceil(longest.seconds) };
}

const remainingWaitSeconds = (age: number | undefined, windowSeconds: number) =>
  age === undefined ? 0 : windowSeconds - age;
