import { PHONE_CLOCK_AHEAD_MS } from "@leitstand/contract/core/phone-clock";
import { problem } from "./problem";

/** The time, where business rules depend on it; tests set their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** As the header `Date` has it, to the second. */
export const httpDate = (clock: Clock) => clock.now().toUTCString();

/** @throws TIME_OUT_OF_RANGE when a phone says that something will happen; the past is never refused */
export function refuseFuture(field: string, time: string, now: Date) {
  const max = new Date(now.getTime() + PHONE_CLOCK_AHEAD_MS);
  if (Date.parse(time) > max.getTime()) throw problem("TIME_OUT_OF_RANGE", { field, max: max.toISOString() });
}
