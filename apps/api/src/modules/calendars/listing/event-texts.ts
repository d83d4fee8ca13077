import type { EventTimeRow } from "../series";

/** Rows of an event: one for each of its times, at least one. */
type Times = [EventTimeRow, ...EventTimeRow[]];

/** Events of these rows as JSON, each with all of its times; those that take place first come first. */
export function textsOf(rows: readonly EventTimeRow[]): string[] {
  const events = new Map<string, Times>();
  for (const row of rows) {
    const times = events.get(row.id);
    if (times) times.push(row);
    else events.set(row.id, [row]);
  }
  for (const times of events.values()) if (times.length > 1) times.sort(byDate);
  return [...events.values()].sort(byStart).map(textOf);
}

/** Compares as text, which works because days and moments are spelled alike, moments in UTC, ids in lower case. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byDate = (one: EventTimeRow, other: EventTimeRow) => compare(one.date ?? "", other.date ?? "");
const byStart = ([one]: Times, [other]: Times) => compare(one.starts_at, other.starts_at) || compare(one.id, other.id);

const textOf = (times: Times) =>
  `${times[0].answer_text},"occurrences":[${times[0].date === null ? "" : times.map(timeText).join(",")}]}`;
const timeText = ({ date, starts_at, ends_at }: EventTimeRow) =>
  `{"date":"${date}","start_at":"${starts_at}","end_at":"${ends_at}"}`;
