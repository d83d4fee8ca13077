/** How often people may write to or call one number, whoever of them it is. */
const HOUR = { seconds: 3_600, messages: 5 };
const DAY = { seconds: 86_400, messages: 20 };
/** No rule looks further back. */
export const remembered = DAY;

export interface QuotaRefusal {
  readonly code: "MESSAGE_COOLDOWN_ACTIVE" | "RATE_LIMIT_EXCEEDED";
  /** Seconds; whoever waits as long is not refused again. */
  readonly retry_after: number;
}

/** `ages`: seconds since each message to the number, newest first. Undefined when one more may be sent now. */
export function findQuotaRefusal(ages: readonly number[], coolDownSeconds: number): QuotaRefusal | undefined {
  const waits = [
    { code: "MESSAGE_COOLDOWN_ACTIVE", seconds: remaining(ages[0], coolDownSeconds) },
    { code: "RATE_LIMIT_EXCEEDED", seconds: remaining(ages[HOUR.messages - 1], HOUR.seconds) },
    { code: "RATE_LIMIT_EXCEEDED", seconds: remaining(ages[DAY.messages - 1], DAY.seconds) },
  ] as const;
  const longest = waits.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  if (longest.seconds <= 0) return undefined;
  return { code: longest.code, retry_after: Math.ceil(longest.seconds) };
}

const remaining = (age: number | undefined, windowSeconds: number) => (age === undefined ? 0 : windowSeconds - age);
