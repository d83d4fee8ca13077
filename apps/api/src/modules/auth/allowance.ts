/** Limit of at most `count` uses within any period of `seconds`, whenever it begins. */
export interface RateLimitWindow {
  readonly count: number;
  readonly seconds: number;
}

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Limits for messages to one number or mailbox, whatever the reason. */
export const recipientMessageLimits: readonly RateLimitWindow[] = [
  { count: 5, seconds: HOUR_SECONDS },
  { count: 20, seconds: DAY_SECONDS },
];
/** Limits for messages of one tenant: they bound what an abused sign-in form can cost. */
export const tenantMessageLimits: readonly RateLimitWindow[] = [{ count: 500, seconds: HOUR_SECONDS }];
export const createCooldownLimits = (seconds: number): readonly RateLimitWindow[] => [{ count: 1, seconds }];

/**
 * Seconds until all windows have room again, at least one; `recent` are the moments that were counted, oldest first.
 */
export function computeRateLimitWaitSeconds(
  recent: readonly Date[],
  windows: readonly RateLimitWindow[],
  now: Date,
): number {
  const waits = windows.map(({ count, seconds }) => {
    const blocking = recent.at(-count);
    return blocking === undefined ? 0 : (blocking.getTime() + seconds * 1000 - now.getTime()) / 1000;
  });
  return Math.max(1, Math.ceil(Math.max(...waits)));
}
