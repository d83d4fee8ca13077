/** Limits of sign-in: lifetimes of secrets, and waits after wrong ones. */
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export const oneTimeCodeLimits = {
  seconds: 5 * MINUTE_SECONDS,
  guessesMax: 5,
  /** Failures in any 24 hours, or in a row, after which a dispatcher has to free the number. */
  failuresPerDayMax: 20,
  failuresInARowMax: 100,
  /** Seconds that a locked number is told to wait; only a dispatcher ends the lock. */
  lockedRetrySeconds: DAY_SECONDS,
} as const;

export const pinLimits = {
  tokenSeconds: 10 * MINUTE_SECONDS,
  /** Seconds for which a phone may skip the SMS: as long as it may stay unused. */
  deviceTokenSeconds: 30 * DAY_SECONDS,
  failuresBeforeLock: 5,
  lockSeconds: 15 * MINUTE_SECONDS,
  failuresMax: 10,
  /** Seconds for which a dispatcher lets a new PIN be set after ten wrong ones. */
  releaseSeconds: 15 * MINUTE_SECONDS,
} as const;

/** Session that a driver opens by PIN on a phone: lasts for the shift, and a while for the work left after it. */
export const shiftSessionLimits = {
  /** Seconds that a driver's session lasts after the planned end of the shift. */
  afterEndSeconds: HOUR_SECONDS,
  /** Seconds after the driver has finished the shift. */
  afterFinishSeconds: 5 * MINUTE_SECONDS,
  secondsMax: 16 * HOUR_SECONDS,
} as const;

/** Waits after failures: `firstWait` seconds at `threshold` failures in a row, doubling up to `waitMax`. */
export interface FailedAttemptLimits {
  readonly threshold: number;
  readonly firstWait: number;
  readonly waitMax: number;
  /** Failures in a row after which no further attempt is allowed. */
  readonly failuresMax: number;
  /** Seconds after which failures are forgotten; null: only success forgets them. */
  readonly windowSeconds: number | null;
}

export const passwordAttemptLimits: FailedAttemptLimits = {
  threshold: 5,
  firstWait: 30,
  waitMax: HOUR_SECONDS,
  failuresMax: 100,
  windowSeconds: null,
};
/** Limits for a network, less strict because a whole depot signs in from one address. */
export const networkSignInAttemptLimits: FailedAttemptLimits = {
  threshold: 50,
  firstWait: 30,
  waitMax: 15 * MINUTE_SECONDS,
  failuresMax: 1_000_000,
  windowSeconds: HOUR_SECONDS,
};

export const passwordResetLinkSeconds = 30 * MINUTE_SECONDS;
export const knownDeviceTokenSeconds = 90 * DAY_SECONDS;
/** Seconds for which a proof of identity opens sensitive operations. */
export const reauthenticationValidSeconds = 10 * MINUTE_SECONDS;
