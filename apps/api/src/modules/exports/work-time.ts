/**
 * Computes working time from the times of a tour and its sub-states: milliseconds and instants, no clock and no
 * calendar.
 */

/** Interval from an instant to a later one, without its end. Milliseconds since 1970. */
export interface TimeInterval {
  readonly from: number;
  readonly to: number;
}

/** Tour as its crew worked it. */
export interface WorkedTour extends TimeInterval {
  readonly breaks: readonly TimeInterval[];
  readonly offDuty: readonly TimeInterval[];
  /** False where no breaks were recorded: then none are subtracted. */
  readonly breaks_known: boolean;
}

/** Part of a tour that lies on one local day. */
export interface WorkedTourDay extends TimeInterval {
  /** Day of the window, from 0. */
  readonly day: number;
  readonly shiftMs: number;
  readonly breakMs: number;
  readonly offDutyMs: number;
  readonly netMs: number;
}

/**
 * Cuts a tour at the local midnights of a window.
 * @param midnights start of each day of the window, and finally the end of the last one, in ascending order
 * @returns a part for each day that the tour meets; what lies outside of the window is left out
 */
export function splitTourAtMidnights(tour: WorkedTour, midnights: readonly number[]): WorkedTourDay[] {
  const parts: WorkedTourDay[] = [];
  for (let day = Math.max(0, dayIndexOf(tour.from, midnights)); day < midnights.length - 1; day++) {
    const within = intersectIntervals(tour, { from: midnights[day] as number, to: midnights[day + 1] as number });
    if (within.from >= tour.to) break;
    if (within.to <= within.from) continue;
    const shiftMs = within.to - within.from;
    const breakMs = tour.breaks_known ? totalLengthWithin(tour.breaks, within) : 0;
    const offDutyMs = tour.breaks_known ? totalLengthWithin(tour.offDuty, within) : 0;
    parts.push({ ...within, day, shiftMs, breakMs, offDutyMs, netMs: shiftMs - breakMs - offDutyMs });
  }
  return parts;
}

/** Day of the window that holds an instant; -1 before the window, the number of days after it. */
function dayIndexOf(instant: number, midnights: readonly number[]): number {
  let [low, high] = [0, midnights.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((midnights[middle] as number) <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const intersectIntervals = (one: TimeInterval, other: TimeInterval): TimeInterval => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

/** Total length within bounds; spans of one tour do not overlap, so their lengths add up. */
function totalLengthWithin(spans: readonly TimeInterval[], bounds: TimeInterval): number {
  let length = 0;
  for (const span of spans) {
    const { from, to } = intersectIntervals(span, bounds);
    if (to > from) length += to - from;
  }
  return length;
}
