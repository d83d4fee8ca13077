import type { PositionFix } from "#device/device.ts";
import { metersBetween } from "./distance.ts";

/** State of the filter: the fix that was kept last, and since when positions may be kept at all. */
export interface FixFilterState {
  readonly since: number;
  readonly last: PositionFix | null;
}
export const createFixFilterState = (since: number): FixFilterState => ({ since, last: null });

const CLOCK_JUMP_MS = 5_000;
/** State after the phone's clock was set back; without a new one every fix would seem old until it has caught up. */
export const filterStateAfterClockJump = (state: FixFilterState, now: number): FixFilterState =>
  now < Math.max(state.since, state.last?.at ?? 0) - CLOCK_JUMP_MS ? createFixFilterState(now) : state;

const OTHER_CLOCK_MS = 60_000;
/**
 * The fix by the phone's clock. Satellite receivers stamp by their own, which is right: on a phone whose clock is ahead
 * every fix would seem to be from before the shift.
 * @param offset milliseconds to add to the phone's clock for the server's
 */
export function fixByPhoneClock(fix: PositionFix, { now, offset }: { now: number; offset: number }): PositionFix {
  const at = Math.min(fix.at - offset, now);
  return now - fix.at > OTHER_CLOCK_MS && now - at < now - fix.at ? { ...fix, at } : fix;
}

const MOVING_INTERVAL_MS = 10_000;
const STANDING_INTERVAL_MS = 60_000;
const MOVING_METERS_PER_SECOND = 1.5;
const MOVED_METERS_MIN = 50;
const POOR_ACCURACY_METERS = 100;
/** Milliseconds for which an inaccurate fix waits for a better one. */
const WAIT_FOR_BETTER_FIX_MS = 60_000;

/**
 * Whether a fix is kept: one every ten seconds while driving, one a minute while standing. A fix inaccurate by more
 * than a hundred metres counts only where no better one has come for a minute, and gives way to the first better one.
 */
export function isFixKept({ since, last }: FixFilterState, fix: PositionFix): boolean {
  if (fix.at < since || (last !== null && fix.at <= last.at)) return false;
  if (isPoorFix(fix)) return fix.at - (last?.at ?? since) >= WAIT_FOR_BETTER_FIX_MS;
  if (last === null || isPoorFix(last)) return true;
  return fix.at - last.at >= (isVehicleMoving(last, fix) ? MOVING_INTERVAL_MS : STANDING_INTERVAL_MS);
}

const isPoorFix = ({ accuracy_meters }: PositionFix) => accuracy_meters > POOR_ACCURACY_METERS;

/** Whether the vehicle moves: a distance shorter than the receiver's inaccuracy does not count. */
function isVehicleMoving(last: PositionFix, fix: PositionFix): boolean {
  if ((fix.speed_meters_per_second ?? 0) > MOVING_METERS_PER_SECOND) return true;
  return metersBetween(last, fix) > Math.max(MOVED_METERS_MIN, fix.accuracy_meters);
}
