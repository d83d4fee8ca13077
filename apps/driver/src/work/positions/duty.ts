import { createMemory } from "../memory.ts";
import type { Fix } from "#device/device.ts";
import { isAtWork, isEnding, runningTour, type Shift } from "../shown-shift.ts";

/**
 * Effects of the shift on the phone: the screen stays on as long as it lasts, positions are kept while the driver
 * works.
 */
export interface Duty {
  readonly isOpen: boolean;
  readonly isTracked: boolean;
}
export const offDuty: Duty = { isOpen: false, isTracked: false };

/**
 * Duty by what was tapped, and not by what has arrived: a break counts from the tap on, and so does the end of the
 * shift.
 */
export function dutyOf(known: Shift): Duty {
  const tour = runningTour(known);
  if (tour === undefined || isEnding(known, tour)) return offDuty;
  return { isOpen: true, isTracked: isAtWork(tour) };
}

/** Last position while the driver worked; null when unknown, or off work. */
export const lastFix = createMemory<Fix | null>(null);
/** Number of positions that have not arrived. */
export const waitingPositions = createMemory(0);
