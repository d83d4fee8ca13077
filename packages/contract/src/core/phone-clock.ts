/** A phone may have been offline for days, but what it says has happened is at most so long ahead: its clock may be fast. */
export const PHONE_CLOCK_AHEAD_MS = 300_000;
