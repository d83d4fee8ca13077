import { CALENDAR_DAYS_MAX } from "@leitstand/contract/board/calendar-events";
import {
  addDays,
  midnightOf,
  isFirstSecondOfLocalDay,
  dayOfLocalTime,
  localTimeAt,
  localSecondsBetween,
} from "./recurrence/local-time";

/** Local time of an event in its zone. */
export interface CalendarEventTimes {
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
export const OCCURRENCE_LENGTH_DAYS_MAX = 31;
/** Maximum number of days ahead that can be planned. */
export const PLANNING_DAYS_AHEAD_MAX = 5 * 366;
const DAY_MS = 86_400_000;

export const toCalendarEventTimes = (
  { start_at, end_at, all_day }: EventTimesRequest,
  zone: string,
): CalendarEventTimes =>
  all_day
    ? {
        all_day,
        start_local: midnightOf(dayOfLocalTime(momentOrDayToLocalTime(start_at, zone))),
        end_local: endOfAllDayEvent(end_at, zone),
      }
    : { all_day, start_local: momentOrDayToLocalTime(start_at, zone), end_local: momentOrDayToLocalTime(end_at, zone) };

export const momentOrDayToLocalTime = (value: string, zone: string) =>
  value.length === 10 ? midnightOf(value) : localTimeAt(value, zone);

/** Midnight at which all-day events end: an end within a day includes that day. */
export function endOfAllDayEvent(value: string, zone: string) {
  const day = dayOfLocalTime(momentOrDayToLocalTime(value, zone));
  return midnightOf(value.length === 10 || isFirstSecondOfLocalDay(value, zone) ? day : addDays(day, 1));
}

export type EventTimesFault =
  | readonly [code: "TIME_RANGE_INVALID" | "TIME_OUT_OF_RANGE", args: Readonly<Record<string, string>>]
  | readonly [code: "LIMIT_EXCEEDED", args: { readonly limit: number; readonly of: "event_days" }];

/** Finds a fault in the times of an event; undefined when there is none. */
export function findEventTimesFault({ start_local, end_local }: CalendarEventTimes): EventTimesFault | undefined {
  const seconds = localSecondsBetween(start_local, end_local);
  if (seconds <= 0) return ["TIME_RANGE_INVALID", { from: start_local, to: end_local }];
  return seconds > OCCURRENCE_LENGTH_DAYS_MAX * 86_400
    ? ["LIMIT_EXCEEDED", { limit: OCCURRENCE_LENGTH_DAYS_MAX, of: "event_days" }]
    : undefined;
}

export function findEventStartFault({ start_local }: CalendarEventTimes, now: Date): EventTimesFault | undefined {
  const start = Date.parse(`${start_local}Z`);
  const [min, max] = [now.getTime() - CALENDAR_DAYS_MAX * DAY_MS, now.getTime() + PLANNING_DAYS_AHEAD_MAX * DAY_MS];
  if (start >= min && start <= max) return undefined;
  return [
    "TIME_OUT_OF_RANGE",
    { field: "start_at", min: new Date(min).toISOString(), max: new Date(max).toISOString() },
  ];
}

/** Finds a fault in a day on which the event would begin, such as one beyond the planning range. */
export function findEventDayFault(
  { field, day }: { readonly field: string; readonly day: string },
  { start_local }: Pick<CalendarEventTimes, "start_local">,
  now: Date,
): EventTimesFault | undefined {
  const [min, today] = [dayOfLocalTime(start_local), now.toISOString().slice(0, 10)];
  const max = addDays(min > today ? min : today, PLANNING_DAYS_AHEAD_MAX);
  return day <= max ? undefined : ["TIME_OUT_OF_RANGE", { field, min, max }];
}
