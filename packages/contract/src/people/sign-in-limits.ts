/** The figures of sign-in: how long secrets live, and what happens to those who guess. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const codeLimits = {
  seconds: 5 * MINUTE,
  guessesMax: 5,
  /** Failures in any 24 hours, or in a row, after which a dispatcher has to free the number. */
  failuresPerDayMax: 20,
  failuresInARowMax: 100,
  /** Seconds told to a locked number; only a dispatcher ends the lock. */
  lockedRetrySeconds: DAY,
} as const;

export const pinLimits = {
  tokenSeconds: 10 * MINUTE,
  /** How long a phone may skip the SMS: as long as it may stay unused. */
  deviceTokenSeconds: 30 * DAY,
  failuresBeforeLock: 5,
  lockSeconds: 15 * MINUTE,
  failuresMax: 10,
  /** Seconds for which a dispatcher lets a new PIN be set after ten wrong ones. */
  releaseSeconds: 15 * MINUTE,
} as const;

/** A session that a driver opens by PIN on a phone: for the shift, and a while for what is left to do after it. */
export const shiftSessionLimits = {
  /** After the planned end. */
  afterEndSeconds: HOUR,
  /** Seconds after the driver has finished the shift. */
  afterFinishSeconds: 5 * MINUTE,
  secondsMax: 16 * HOUR,
} as const;

/** Waits after failures: `firstWait` seconds at `threshold` failures in a row, doubling up to `waitMax`. */
export interface AttemptLimits {
  readonly threshold: number;
  readonly firstWait: number;
  readonly waitMax: number;
  /** No further attempt at all after so many in a row. */
  readonly failuresMax: number;
  /** Failures older than this are forgotten; null: only success forgets them. */
  readonly windowSeconds: number | null;
}

export const passwordLimits: AttemptLimits = {
  threshold: 5,
  firstWait: 30,
  waitMax: HOUR,
  failuresMax: 100,
  windowSeconds: null,
};
/** Softer: a whole depot signs in from one address. */
export const networkLimits: AttemptLimits = {
  threshold: 50,
  firstWait: 30,
  waitMax: 15 * MINUTE,
  failuresMax: 1_000_000,
  windowSeconds: HOUR,
};

export const resetSeconds = 30 * MINUTE;
export const knownDeviceSeconds = 90 * DAY;
/** How long a proof of who one is opens what is sensitive. */
export const reauthenticationSeconds = 10 * MINUTE;
