import { PHONE_CLOCK_AHEAD_MAX_MS } from "@leitstand/contract/core/phone-clock";
import { problem } from "./problem";

/** Clock that business rules depend on; tests set their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Time as in the header `Date`, to the second. */
export const formatCurrentHttpDate = (clock: Clock) => clock.now().toUTCString();

/**
 * Refuses a time in the future from a phone; the past is never refused.
 * @throws TIME_OUT_OF_RANGE
 */
export function refuseFutureTime(field: string, time: string, now: Date) {
  const max = new Date(now.getTime() + PHONE_CLOCK_AHEAD_MAX_MS);
  if (Date.parse(time) > max.getTime()) throw problem("TIME_OUT_OF_RANGE", { field, max: max.toISOString() });
}
