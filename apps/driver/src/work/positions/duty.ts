import { createMemory } from "../memory.ts";
import type { Fix } from "#device/device.ts";
import { isAtWork, isEnding, runningTour, type Shift } from "../shown-shift.ts";

/** What the shift lets the phone do: the screen stays on as long as it lasts, positions are kept while somebody works. */
export interface Duty {
  readonly isOpen: boolean;
  readonly isTracked: boolean;
}
export const offDuty: Duty = { isOpen: false, isTracked: false };

/** By what was tapped, and not by what has arrived: a break counts from the tap on, and so does the end of the shift. */
export function dutyOf(known: Shift): Duty {
  const tour = runningTour(known);
  if (tour === undefined || isEnding(known, tour)) return offDuty;
  return { isOpen: true, isTracked: isAtWork(tour) };
}

/** Where the phone was last while somebody worked; null: not known, or nobody's business at present. */
export const lastFix = createMemory<Fix | null>(null);
/** Positions that have not arrived. */
export const waitingPositions = createMemory(0);
