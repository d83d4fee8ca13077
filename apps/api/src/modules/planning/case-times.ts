import type { Deadline, TimeWindow } from "@leitstand/optimiser/problem/problem";
import { OPENING_HOURS_DAYS_AHEAD, type PlanningPlace, type PlanningCase, type PlanningRules } from "./planned";

/** Times at which the stops of a case may begin, and by which they have to. Seconds of the Unix epoch. */
interface StopTimes {
  readonly time_windows?: readonly TimeWindow[];
  readonly deadlines?: readonly Deadline[];
}

/** Moments by which the times of a stop are judged. Seconds of the Unix epoch. */
export interface StopTimingContext {
  readonly now: number;
  /** Moment from which the tour drives, now or later. */
  readonly starts: number;
  readonly rules: PlanningRules;
  /** Moment since which the crew has been at the stop (RFC 3339). */
  readonly came_at?: string | null;
}

const DAY_SECONDS = 86_400;
/** Longest reach of a tour; also the end of windows without one. */
export const PLAN_HORIZON_SECONDS = 30 * DAY_SECONDS;
/** Window of a place that does not open while the tour drives: no stop can keep it. */
const neverOpenWindow = (starts: number): TimeWindow => [starts - 1, starts - 1];

/** Whether a stop can begin at no time while the tour drives. */
export const isNeverOpen = ({ time_windows }: StopTimes, starts: number): boolean =>
  time_windows !== undefined && time_windows.every(([, to]) => to < starts);

/** Greatest number that the optimiser accepts. */
export const MAX_EPOCH_SECONDS = 1e10;
/** Seconds of the Unix epoch; moments centuries away are limited to what the optimiser accepts. */
export const toClampedEpochSeconds = (time: string | Date): number =>
  Math.max(-MAX_EPOCH_SECONDS, Math.min(MAX_EPOCH_SECONDS, Math.round(new Date(time).getTime() / 1000)));

/**
 * Times of a pickup: a crew need not come before the case begins, and is late after the deadline, the worse the longer.
 */
export function pickupTimesOf(dispatchCase: PlanningCase, clock: StopTimingContext): StopTimes {
  const { due_at, source } = dispatchCase;
  const opens = laterEpochSeconds(clock.starts, pickupOpensAt(dispatchCase));
  const deadlines = due_at === null ? [] : [reachableDeadlineOf(due_at, opens)];
  if (pickupBeganAt(dispatchCase, clock) !== undefined) return { deadlines: missedDeadlines(deadlines, clock) };
  return stopTimesOf(openingWindowsOf(source, { ...clock, opens }), deadlines);
}

export function deliveryTimesOf(dispatchCase: PlanningCase, clock: StopTimingContext): StopTimes {
  const { target } = dispatchCase;
  const { starts, rules } = clock;
  const opens = laterEpochSeconds(starts, deliveryOpensAt(dispatchCase));
  const windows = openingWindowsOf(target, { ...clock, opens });
  const expected = target?.timeframe?.to ?? null;
  const deadlines: Deadline[] = expected === null ? [] : [reachableDeadlineOf(expected, opens)];
  const at = coldStorageDeadlineOf(dispatchCase, rules);
  if (at !== undefined) deadlines.push({ at, level: "CRITICAL" });
  if (deliveryBeganAt(dispatchCase, clock) !== undefined) return { deadlines: missedDeadlines(deadlines, clock) };
  // A case whose deadline has passed is still brought.
  const isHard = at !== undefined && rules.cold_storage_is_hard && at > starts;
  return stopTimesOf(isHard ? limitWindowsTo(at, windows ?? [[opens, at]], starts) : windows, deadlines);
}

const pickupOpensAt = ({ not_before, source }: PlanningCase) => source?.timeframe?.from ?? not_before;
const deliveryOpensAt = ({ target }: PlanningCase) => target?.timeframe?.from ?? null;

/** Moment at which the work of a crew that is at a pickup began; undefined before, see `workBeganAt`. */
export const pickupBeganAt = (dispatchCase: PlanningCase, clock: StopTimingContext) =>
  workBeganAt(dispatchCase.source, pickupOpensAt(dispatchCase), clock);
export const deliveryBeganAt = (dispatchCase: PlanningCase, clock: StopTimingContext) =>
  workBeganAt(dispatchCase.target, deliveryOpensAt(dispatchCase), clock);

/**
 * Moment at which the work of a crew at a place began: when it came, or when the place opened after that. Undefined
 * before: on the way, and while the crew waits for the place to open.
 */
function workBeganAt(
  place: PlanningPlace | null,
  opensAt: string | null,
  { now, came_at }: StopTimingContext,
): number | undefined {
  if (came_at === null || came_at === undefined) return undefined;
  const came = Math.min(now, toClampedEpochSeconds(came_at));
  const windows = openingWindowsOf(place, { opens: laterEpochSeconds(came, opensAt), starts: came, now });
  const began = Math.max(came, windows?.[0]?.[0] ?? came);
  return began <= now ? began : undefined;
}

/**
 * Deadlines that a crew has missed by the moment of its arrival. It is as late as it came, however long it has been at
 * work since.
 */
function missedDeadlines(deadlines: readonly Deadline[], { now, came_at }: StopTimingContext): readonly Deadline[] {
  const atWorkFor = now - Math.min(now, toClampedEpochSeconds(came_at ?? ""));
  return deadlines.flatMap(({ at, since = at, ...deadline }) => {
    const moved = since + atWorkFor;
    return moved < now ? [{ ...deadline, at: moved, since: moved }] : [];
  });
}

/** Deadline that a plan can still meet; the reported delay counts from the original one. */
function reachableDeadlineOf(due: string, opens: number): Deadline {
  const since = toClampedEpochSeconds(due);
  return { at: Math.max(since, opens), since };
}

/** Deadline for cold storage of a deceased person; undefined where there is no legal limit or no time of death. */
function coldStorageDeadlineOf(
  { died_by, source, target }: PlanningCase,
  { cold_storage_hours }: PlanningRules,
): number | undefined {
  if (died_by === null || cold_storage_hours === null || !hasColdStorage(target) || hasColdStorage(source))
    return undefined;
  return toClampedEpochSeconds(died_by) + cold_storage_hours * 3600;
}

const hasColdStorage = (place: PlanningPlace | null) =>
  place?.cold_storage === true || place?.stored?.cold_storage === true;

const laterEpochSeconds = (earliest: number, time: string | null): number =>
  time === null ? earliest : Math.max(earliest, toClampedEpochSeconds(time));

interface OpeningQuestion extends Pick<StopTimingContext, "now" | "starts"> {
  /** Moment from which the stop may begin at all. */
  readonly opens: number;
}

/**
 * Windows in which a place is open; undefined where it always is. After the days whose hours are known it counts as
 * open; for a stop that may begin on one of those days only if the place is open on any of them.
 */
function openingWindowsOf(
  place: PlanningPlace | null,
  { opens, starts, now }: OpeningQuestion,
): readonly TimeWindow[] | undefined {
  const hours = place?.stored?.hours ?? null;
  const last = starts + 2 * PLAN_HORIZON_SECONDS;
  if (opens > last) return [neverOpenWindow(starts)];
  const unknownFrom = now + OPENING_HOURS_DAYS_AHEAD * DAY_SECONDS;
  if (hours === null || opens >= unknownFrom) return opens > starts ? [[opens, last]] : undefined;
  const windows: TimeWindow[] = [];
  const afterKnownDays: TimeWindow[] = hours.length > 0 && last > unknownFrom ? [[unknownFrom, last]] : [];
  for (const [from, to] of [...hours, ...afterKnownDays]) {
    if (to < opens) continue;
    const before = windows.at(-1);
    // A place that is open until midnight and again from midnight on is open all night.
    if (before && from <= before[1]) windows[windows.length - 1] = [before[0], Math.max(before[1], to)];
    else windows.push([Math.max(from, opens), to]);
  }
  return windows.length > 0 ? windows : [neverOpenWindow(starts)];
}

function limitWindowsTo(end: number, windows: readonly TimeWindow[], starts: number): readonly TimeWindow[] {
  const inTime = windows.filter(([from]) => from <= end).map(([from, to]): TimeWindow => [from, Math.min(to, end)]);
  return inTime.length > 0 ? inTime : [neverOpenWindow(starts)];
}

function stopTimesOf(time_windows: readonly TimeWindow[] | undefined, deadlines: readonly Deadline[]): StopTimes {
  return { ...(time_windows ? { time_windows } : {}), ...(deadlines.length > 0 ? { deadlines } : {}) };
}
