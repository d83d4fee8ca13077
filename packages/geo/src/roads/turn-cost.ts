/** Cost in milliseconds of getting from one road into the next; own measures, of a van with a passenger lying in it. */

/** Average wait at traffic lights in ms. */
export const TRAFFIC_LIGHT_MS = 4_000;
/** Time of a U-turn in ms: room to turn, and a look around. */
export const U_TURN_MS = 25_000;
/**
 * Weight of an entry to a part open only for business there: no detour within a region is as long, so that such parts
 * are at the ends of routes and nowhere else. It is no time, and answers do not contain it.
 */
export const LIMITED_ACCESS_ENTRY_WEIGHT = 10_000_000;

const SLIGHT_TURN_DEGREES = 25;
const TURN_MS_MAX = 7_500;
/** A driver who turns left waits for oncoming traffic. */
const LEFT_TURN_FACTOR = 1.3;

/** Time of a turn; `degrees` from -180 (left) to 180 (right) against going straight on. */
export function turnDelayMs(degrees: number): number {
  const bend = Math.abs(degrees);
  if (bend <= SLIGHT_TURN_DEGREES) return 0;
  const share = Math.min(1, (bend - SLIGHT_TURN_DEGREES) / (120 - SLIGHT_TURN_DEGREES));
  return Math.round(TURN_MS_MAX * share * (degrees < 0 ? LEFT_TURN_FACTOR : 1));
}

/** Angle by which the second bearing turns from the first, in degrees from -180 to 180; right is positive. */
export function turnAngleDegrees(before: number, after: number): number {
  const turn = (after - before + 540) % 360;
  return turn - 180;
}
