import type { api } from "#shared/api/api.ts";
import { boundsOf, dayOf } from "#shared/text/time.ts";

export type ListedEvent = Awaited<ReturnType<typeof api.getDefaultCalendarEvents>>[number];

/** A time that the calendar names for a person or a vehicle; days that follow on each other are one. */
export interface CalendarSpan {
  readonly id: string;
  readonly type: ListedEvent["event_type"];
  readonly note: string | null;
  readonly start: number;
  readonly end: number;
  /** From midnight to midnight on the clocks of the timeline. */
  readonly isWholeDays: boolean;
  /** It lasts since a time before the window that was asked for, or until one after it. */
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

/** Spans by person or vehicle. A list that was read in parts names an event, and a time across the seam, twice. */
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

/** Times that follow on each other as one: an absence of more than a month comes again daily. */
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
