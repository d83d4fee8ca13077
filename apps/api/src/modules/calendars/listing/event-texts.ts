import type { EventAndOccurrenceRow } from "../series";

/** Rows of an event: one for each of its times, at least one. */
type EventTimeRows = [EventAndOccurrenceRow, ...EventAndOccurrenceRow[]];

/** Events of these rows as JSON, each with all of its times; those that take place first come first. */
export function renderCalendarEventsAsJson(rows: readonly EventAndOccurrenceRow[]): string[] {
  const events = new Map<string, EventTimeRows>();
  for (const row of rows) {
    const times = events.get(row.id);
    if (times) times.push(row);
    else events.set(row.id, [row]);
  }
  for (const times of events.values()) if (times.length > 1) times.sort(compareByDate);
  return [...events.values()].sort(compareByStart).map(eventTextOf);
}

/** Compares as text, which works because days and moments are spelled alike, moments in UTC, ids in lower case. */
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const compareByDate = (one: EventAndOccurrenceRow, other: EventAndOccurrenceRow) =>
  compareTexts(one.date ?? "", other.date ?? "");
const compareByStart = ([one]: EventTimeRows, [other]: EventTimeRows) =>
  compareTexts(one.starts_at, other.starts_at) || compareTexts(one.id, other.id);

const eventTextOf = (times: EventTimeRows) =>
  `${times[0].answer_text},"occurrences":[${times[0].date === null ? "" : times.map(occurrenceText).join(",")}]}`;
const occurrenceText = ({ date, starts_at, ends_at }: EventAndOccurrenceRow) =>
  `{"date":"${date}","start_at":"${starts_at}","end_at":"${ends_at}"}`;
