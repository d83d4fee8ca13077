import type { Deadline, TimeWindow } from "@leitstand/optimiser/problem/problem";
import type { PlannedPlace, PlannedCase, PlanningRules } from "./planned";

/** Times at which the stops of a case may begin, and by which they have to. Seconds of the Unix epoch. */
interface StopTimes {
  readonly time_windows?: readonly TimeWindow[];
  readonly deadlines?: readonly Deadline[];
}

/** Longest reach of a tour; also the end of windows without one. */
export const PLAN_HORIZON_SECONDS = 30 * 86_400;
/** Window of a place that never opens, or only when all tours have ended. */
const NEVER_OPEN_WINDOW: TimeWindow = [0, 0];

/** Greatest number that the optimiser accepts. */
export const MAX_EPOCH_SECONDS = 1e10;
/** Seconds of the Unix epoch; moments centuries away are limited to what the optimiser accepts. */
export const toClampedEpoch = (time: string | Date): number =>
  Math.max(-MAX_EPOCH_SECONDS, Math.min(MAX_EPOCH_SECONDS, Math.round(new Date(time).getTime() / 1000)));

/**
 * Times of a pickup: a crew need not come before the case begins, and is late after the deadline, the worse the longer.
 */
export function pickupTimesOf({ due_at, not_before, source }: PlannedCase, now: number): StopTimes {
  const opens = laterEpochSeconds(now, source?.timeframe?.from ?? not_before);
  const deadlines = due_at === null ? [] : [reachableDeadlineOf(due_at, opens)];
  return stopTimesOf(openingWindowsOf(source, { opens, now }), deadlines);
}

interface PlanningClock {
  readonly now: number;
  readonly rules: PlanningRules;
}

export function deliveryTimesOf(job: PlannedCase, { now, rules }: PlanningClock): StopTimes {
  const { target } = job;
  const opens = laterEpochSeconds(now, target?.timeframe?.from ?? null);
  const windows = openingWindowsOf(target, { opens, now });
  const expected = target?.timeframe?.to ?? null;
  const deadlines: Deadline[] = expected === null ? [] : [reachableDeadlineOf(expected, opens)];
  const at = coldStorageDeadlineOf(job, rules);
  if (at === undefined) return stopTimesOf(windows, deadlines);
  deadlines.push({ at, level: "CRITICAL" });
  // A case whose deadline has passed is still brought.
  const isHard = rules.cold_storage_is_hard && at > now;
  return stopTimesOf(isHard ? limitWindowsTo(at, windows ?? [[opens, at]]) : windows, deadlines);
}

/** Deadline that a plan can still meet; the reported delay counts from the original one. */
function reachableDeadlineOf(due: string, opens: number): Deadline {
  const since = toClampedEpoch(due);
  return { at: Math.max(since, opens), since };
}

/** Deadline for cold storage of a deceased person; undefined where there is no legal limit or no time of death. */
function coldStorageDeadlineOf(
  { died_by, source, target }: PlannedCase,
  { cold_storage_hours }: PlanningRules,
): number | undefined {
  if (died_by === null || cold_storage_hours === null || !hasColdStorage(target) || hasColdStorage(source))
    return undefined;
  return toClampedEpoch(died_by) + cold_storage_hours * 3600;
}

const hasColdStorage = (place: PlannedPlace | null) =>
  place?.cold_storage === true || place?.stored?.cold_storage === true;

const laterEpochSeconds = (now: number, time: string | null): number =>
  time === null ? now : Math.max(now, toClampedEpoch(time));

/** Windows in which a place is open; undefined where it always is. */
function openingWindowsOf(
  place: PlannedPlace | null,
  { opens, now }: { readonly opens: number; readonly now: number },
): readonly TimeWindow[] | undefined {
  const hours = place?.stored?.hours ?? null;
  const last = now + 2 * PLAN_HORIZON_SECONDS;
  if (opens > last) return [NEVER_OPEN_WINDOW];
  if (hours === null) return opens > now ? [[opens, last]] : undefined;
  const windows: TimeWindow[] = [];
  for (const [from, to] of hours) {
    if (to < opens) continue;
    const before = windows.at(-1);
    // A place that is open until midnight and again from midnight on is open all night.
    if (before && from <= before[1]) windows[windows.length - 1] = [before[0], Math.max(before[1], to)];
    else windows.push([Math.max(from, opens), to]);
  }
  return windows.length > 0 ? windows : [NEVER_OPEN_WINDOW];
}

function limitWindowsTo(end: number, windows: readonly TimeWindow[]): readonly TimeWindow[] {
  const inTime = windows.filter(([from]) => from <= end).map(([from, to]): TimeWindow => [from, Math.min(to, end)]);
  return inTime.length > 0 ? inTime : [NEVER_OPEN_WINDOW];
}

function stopTimesOf(time_windows: readonly TimeWindow[] | undefined, deadlines: readonly Deadline[]): StopTimes {
  return { ...(time_windows ? { time_windows } : {}), ...(deadlines.length > 0 ? { deadlines } : {}) };
}
