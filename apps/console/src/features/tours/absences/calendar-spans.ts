import type { api } from "#shared/api/api.ts";
import { dayBounds, localDayOf } from "#shared/text/time.ts";

export type ListedCalendarEvent = Awaited<ReturnType<typeof api.getDefaultCalendarEvents>>[number];

/** Span of time in the calendar of a person or a vehicle; consecutive days are joined to one. */
export interface CalendarSpan {
  readonly id: string;
  readonly type: ListedCalendarEvent["event_type"];
  readonly note: string | null;
  readonly start: number;
  readonly end: number;
  /** The span lasts from midnight to midnight by the clocks of the timeline. */
  readonly isWholeDays: boolean;
  /** Whether the span begins before the window that was read, or ends after it. */
  readonly isCut: { readonly start: boolean; readonly end: boolean };
}
interface TimeRange {
  readonly from: number;
  readonly to: number;
}
interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Spans by person or vehicle. A list that was read in parts has an event on both sides of a seam twice. */
export function calendarSpansOf(
  listed: readonly ListedCalendarEvent[],
  window: TimeRange,
): Map<string, CalendarSpan[]> {
  const events = new Map<string, { readonly event: ListedCalendarEvent; readonly times: Map<number, TimeSpan> }>();
  for (const event of listed) {
    const known = events.get(event.id) ?? { event, times: new Map<number, TimeSpan>() };
    events.set(event.id, known);
    for (const { start_at, end_at } of event.occurrences) {
      const start = Date.parse(start_at);
      known.times.set(start, { start, end: Date.parse(end_at) });
    }
  }
  const spans = new Map<string, CalendarSpan[]>();
  for (const { event, times } of events.values()) {
    const own = joinConsecutiveTimes([...times.values()]).map((time) => calendarSpanOf(event, time, window));
    spans.set(event.resource_id, [...(spans.get(event.resource_id) ?? []), ...own]);
  }
  return spans;
}

/** Joins consecutive times: an absence of more than a month is a daily series. */
export function joinConsecutiveTimes<T extends TimeSpan>(times: readonly T[]): T[] {
  const all: T[] = [];
  for (const time of times.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && time.start <= last.end) all[all.length - 1] = { ...last, end: Math.max(last.end, time.end) };
    else all.push(time);
  }
  return all;
}

function calendarSpanOf(event: ListedCalendarEvent, { start, end }: TimeSpan, { from, to }: TimeRange): CalendarSpan {
  const isSeries = event.recurrence !== null;
  return {
    id: event.id,
    type: event.event_type,
    note: event.note,
    start,
    end,
    isWholeDays: event.all_day && isLocalMidnight(start) && isLocalMidnight(end),
    isCut: { start: isSeries && start <= from && Date.parse(event.start_at) < start, end: isSeries && end >= to },
  };
}

const isLocalMidnight = (instant: number) => dayBounds(localDayOf(instant), 1).from === instant;
