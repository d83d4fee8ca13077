import { CALENDAR_DAYS_MAX } from "@leitstand/contract/board/calendar-events";
import { addDays, atMidnight, beginsDay, dayOf, localTimeOf, wallSecondsBetween } from "./recurrence/local-time";

/** Local time of an event in its zone. */
export interface EventTimes {
  readonly start_local: string;
  readonly end_local: string;
  readonly all_day: boolean;
}
export interface EventTimesRequest {
  /** Start as a moment or a day; a day means its midnight. */
  readonly start_at: string;
  readonly end_at: string;
  readonly all_day: boolean;
}

/**
 * Longest occurrence in days. Longer absences recur daily, so that a look-up of one moment need not search further
 * back.
 */
export const OCCURRENCE_DAYS_MAX = 31;
/** Most days ahead that can be planned. */
export const DAYS_AHEAD_MAX = 5 * 366;
const DAY = 86_400_000;

export const eventTimes = ({ start_at, end_at, all_day }: EventTimesRequest, zone: string): EventTimes =>
  all_day
    ? { all_day, start_local: atMidnight(dayOf(localOf(start_at, zone))), end_local: endOfDays(end_at, zone) }
    : { all_day, start_local: localOf(start_at, zone), end_local: localOf(end_at, zone) };

export const localOf = (value: string, zone: string) =>
  value.length === 10 ? atMidnight(value) : localTimeOf(value, zone);

/** Midnight at which all-day events end: an end within a day includes that day. */
export function endOfDays(value: string, zone: string) {
  const day = dayOf(localOf(value, zone));
  return atMidnight(value.length === 10 || beginsDay(value, zone) ? day : addDays(day, 1));
}

export type TimesFault =
  | readonly [code: "TIME_RANGE_INVALID" | "TIME_OUT_OF_RANGE", args: Readonly<Record<string, string>>]
  | readonly [code: "LIMIT_EXCEEDED", args: { readonly limit: number; readonly of: "event_days" }];

/** Finds a fault in the times of an event; undefined when there is none. */
export function findTimesFault({ start_local, end_local }: EventTimes): TimesFault | undefined {
  const seconds = wallSecondsBetween(start_local, end_local);
  if (seconds <= 0) return ["TIME_RANGE_INVALID", { from: start_local, to: end_local }];
  return seconds > OCCURRENCE_DAYS_MAX * 86_400
    ? ["LIMIT_EXCEEDED", { limit: OCCURRENCE_DAYS_MAX, of: "event_days" }]
    : undefined;
}

export function findStartFault({ start_local }: EventTimes, now: Date): TimesFault | undefined {
  const start = Date.parse(`${start_local}Z`);
  const [min, max] = [now.getTime() - CALENDAR_DAYS_MAX * DAY, now.getTime() + DAYS_AHEAD_MAX * DAY];
  if (start >= min && start <= max) return undefined;
  return [
    "TIME_OUT_OF_RANGE",
    { field: "start_at", min: new Date(min).toISOString(), max: new Date(max).toISOString() },
  ];
}

/** Finds a fault in a day on which the event would begin, such as one beyond the planning range. */
export function findDayFault(
  { field, day }: { readonly field: string; readonly day: string },
  { start_local }: Pick<EventTimes, "start_local">,
  now: Date,
): TimesFault | undefined {
  const [min, today] = [dayOf(start_local), now.toISOString().slice(0, 10)];
  const max = addDays(min > today ? min : today, DAYS_AHEAD_MAX);
  return day <= max ? undefined : ["TIME_OUT_OF_RANGE", { field, min, max }];
}
