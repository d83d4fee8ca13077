import type { api } from "#shared/api/api.ts";
import { boundsOf, dayOf } from "#shared/text/time.ts";

export type ListedEvent = Awaited<ReturnType<typeof api.getDefaultCalendarEvents>>[number];

/** Span of time in the calendar of a person or a vehicle; consecutive days are joined to one. */
export interface CalendarSpan {
  readonly id: string;
  readonly type: ListedEvent["event_type"];
  readonly note: string | null;
  readonly start: number;
  readonly end: number;
  /** The span lasts from midnight to midnight by the clocks of the timeline. */
  readonly isWholeDays: boolean;
  /** Whether the span begins before the window that was read, or ends after it. */
  readonly isCut: { readonly start: boolean; readonly end: boolean };
}
interface Times {
  readonly from: number;
  readonly to: number;
}
interface Time {
  readonly start: number;
  readonly end: number;
}

/** Spans by person or vehicle. A list that was read in parts has an event on both sides of a seam twice. */
export function spansOf(listed: readonly ListedEvent[], window: Times): Map<string, CalendarSpan[]> {
  const events = new Map<string, { readonly event: ListedEvent; readonly times: Map<number, Time> }>();
  for (const event of listed) {
    const known = events.get(event.id) ?? { event, times: new Map<number, Time>() };
    events.set(event.id, known);
    for (const { start_at, end_at } of event.occurrences) {
      const start = Date.parse(start_at);
      known.times.set(start, { start, end: Date.parse(end_at) });
    }
  }
  const spans = new Map<string, CalendarSpan[]>();
  for (const { event, times } of events.values()) {
    const own = joined([...times.values()]).map((time) => spanOf(event, time, window));
    spans.set(event.resource_id, [...(spans.get(event.resource_id) ?? []), ...own]);
  }
  return spans;
}

/** Joins consecutive times: an absence of more than a month is a daily series. */
export function joined<T extends Time>(times: readonly T[]): T[] {
  const all: T[] = [];
  for (const time of times.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && time.start <= last.end) all[all.length - 1] = { ...last, end: Math.max(last.end, time.end) };
    else all.push(time);
  }
  return all;
}

function spanOf(event: ListedEvent, { start, end }: Time, { from, to }: Times): CalendarSpan {
  const isSeries = event.recurrence !== null;
  return {
    id: event.id,
    type: event.event_type,
    note: event.note,
    start,
    end,
    isWholeDays: event.all_day && isMidnight(start) && isMidnight(end),
    isCut: { start: isSeries && start <= from && Date.parse(event.start_at) < start, end: isSeries && end >= to },
  };
}

const isMidnight = (instant: number) => boundsOf(dayOf(instant), 1).from === instant;
