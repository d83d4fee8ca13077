import { createResettableStore } from "../memory.ts";
import type { PositionFix } from "#device/device.ts";
import { isAtWork, isShiftEnding, findRunningTour, type ShiftState } from "../shown-shift.ts";

/**
 * Effects of the shift on the phone: the screen stays on as long as it lasts, positions are kept while the driver
 * works.
 */
export interface DutyState {
  readonly isOpen: boolean;
  readonly isTracked: boolean;
}
export const offDutyState: DutyState = { isOpen: false, isTracked: false };

/**
 * Duty by the driver's taps and not by what the server has received: a break counts from the tap on, and so does the
 * end of the shift.
 */
export function dutyOfShift(known: ShiftState): DutyState {
  const tour = findRunningTour(known);
  if (tour === undefined || isShiftEnding(known, tour)) return offDutyState;
  return { isOpen: true, isTracked: isAtWork(tour) };
}

/** Last position while the driver worked; null when unknown, or off work. */
export const lastPositionFix = createResettableStore<PositionFix | null>(null);
/** Number of stored positions that the server has not received. */
export const waitingPositionCount = createResettableStore(0);
