/**
 * Milliseconds by which a phone's times may lie ahead, as its clock may be fast; they may be days old, because it may
 * have been offline.
 */
export const PHONE_CLOCK_AHEAD_MAX_MS = 300_000;
