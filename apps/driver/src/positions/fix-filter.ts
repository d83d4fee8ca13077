import type { Fix } from "#device/device.ts";
import { metersBetween } from "./distance.ts";

/** State of the filter: the fix that was kept last, and since when positions may be kept at all. */
export interface FilterState {
  readonly since: number;
  readonly last: Fix | null;
}
export const filterSince = (since: number): FilterState => ({ since, last: null });

const MOVING_MS = 10_000;
const STANDING_MS = 60_000;
const MOVING_METERS_PER_SECOND = 1.5;
const MOVED_METERS = 50;
const POOR_METERS = 100;
/** Milliseconds for which an inaccurate fix waits for a better one. */
const BETTER_WITHIN_MS = 60_000;

/**
 * Whether a fix is kept: one every ten seconds while driving, one a minute while standing. A fix inaccurate by more
 * than a hundred metres counts only where no better one has come for a minute, and gives way to the first better one.
 */
export function isKept({ since, last }: FilterState, fix: Fix): boolean {
  if (fix.at < since || (last !== null && fix.at <= last.at)) return false;
  if (isPoor(fix)) return fix.at - (last?.at ?? since) >= BETTER_WITHIN_MS;
  if (last === null || isPoor(last)) return true;
  return fix.at - last.at >= (isMoving(last, fix) ? MOVING_MS : STANDING_MS);
}

const isPoor = ({ accuracy_meters }: Fix) => accuracy_meters > POOR_METERS;

/** Whether the vehicle moves: a distance shorter than the receiver's inaccuracy does not count. */
function isMoving(last: Fix, fix: Fix): boolean {
  if ((fix.speed_meters_per_second ?? 0) > MOVING_METERS_PER_SECOND) return true;
  return metersBetween(last, fix) > Math.max(MOVED_METERS, fix.accuracy_meters);
}
