/** Allowance of at most `count` within any `seconds`, wherever they begin. */
export interface AllowanceWindow {
  readonly count: number;
  readonly seconds: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Limits for messages to one number or mailbox, whatever the reason. */
export const recipientWindows: readonly AllowanceWindow[] = [
  { count: 5, seconds: HOUR },
  { count: 20, seconds: DAY },
];
/** Limits for messages of one tenant: they bound what an abused sign-in form can cost. */
export const tenantWindows: readonly AllowanceWindow[] = [{ count: 500, seconds: HOUR }];
export const cooldownWindows = (seconds: number): readonly AllowanceWindow[] => [{ count: 1, seconds }];

/**
 * Seconds until all windows have room again, at least one; `recent` are the moments that were counted, oldest first.
 */
export function waitSecondsOf(recent: readonly Date[], windows: readonly AllowanceWindow[], now: Date): number {
  const waits = windows.map(({ count, seconds }) => {
    const blocking = recent.at(-count);
    return blocking === undefined ? 0 : (blocking.getTime() + seconds * 1000 - now.getTime()) / 1000;
  });
  return Math.max(1, Math.ceil(Math.max(...waits)));
}
