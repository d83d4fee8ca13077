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

/** From the first to the last instant, and how long. Breaks and times off duty lie within the shift. */
export interface WorkedTimes extends TimeInterval {
  readonly shiftMs: number;
  readonly breakMs: number;
  readonly offDutyMs: number;
}

/** Part of a tour that lies on one local day. */
export interface WorkedTourDay extends WorkedTimes {
  /** Day of the window, from 0. */
  readonly day: number;
  readonly netMs: number;
  /** Breaks and times off duty of the day that are subtracted; they may go on before and after it. */
  readonly breaks: readonly TimeInterval[];
  readonly offDuty: readonly TimeInterval[];
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
    const [breaks, offDuty] = tour.breaks_known ? [tour.breaks, tour.offDuty] : [[], []];
    const breakMs = totalLengthWithin(breaks, within);
    const offDutyMs = totalLengthWithin(offDuty, within);
    const netMs = shiftMs - breakMs - offDutyMs;
    parts.push({ ...within, day, shiftMs, breakMs, offDutyMs, netMs, breaks, offDuty });
  }
  return parts;
}

/**
 * Sums the parts of one person on one day. Time that several tours cover counts once, as work if it was work in one of
 * them: the office may have ended a tour whose crew, without network, had long begun the next one.
 */
export function sumWorkedDay(parts: readonly WorkedTourDay[]): WorkedTimes {
  const sum = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, shiftMs: 0, breakMs: 0, offDutyMs: 0 };
  const cuts = parts.flatMap((part) => [part, ...part.breaks, ...part.offDuty].flatMap(({ from, to }) => [from, to]));
  const instants = [...new Set(cuts)].sort((one, other) => one - other);
  for (const [place, from] of instants.entries()) {
    const to = instants[place + 1] ?? from;
    const covering = parts.filter((part) => covers(part, from));
    if (covering.length === 0 || to === from) continue;
    sum.from = Math.min(sum.from, from);
    sum.to = Math.max(sum.to, to);
    sum.shiftMs += to - from;
    const isAt = (span: TimeInterval) => covers(span, from);
    if (covering.some(({ breaks, offDuty }) => ![...breaks, ...offDuty].some(isAt))) continue;
    if (covering.some(({ breaks }) => breaks.some(isAt))) sum.breakMs += to - from;
    else sum.offDutyMs += to - from;
  }
  return sum;
}

const covers = ({ from, to }: TimeInterval, instant: number) => from <= instant && instant < to;

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
