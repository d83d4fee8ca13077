import { describe, expect, it } from "vitest";
import type { EventAndOccurrenceRow } from "../series";
import { renderCalendarEventsAsJson } from "./event-texts";

const eventTimeRow = (id: string, day: number | null): EventAndOccurrenceRow => ({
  id,
  answer_text: `{"id":"${id}"`,
  date: day === null ? null : `2026-11-0${day}`,
  starts_at: `2026-11-0${day}T06:00:00+00:00`,
  ends_at: `2026-11-0${day}T14:00:00+00:00`,
});
const readEventTexts = (rows: readonly EventAndOccurrenceRow[]) =>
  renderCalendarEventsAsJson(rows).map((text) => {
    const { id, occurrences } = JSON.parse(text) as { id: string; occurrences: { date: string }[] };
    return [id, ...occurrences.map(({ date }) => date.slice(-1))].join(" ");
  });

describe("the answers of events", () => {
  it("the answer about a calendar event has all of its times in order, whatever the order of its rows", () => {
    expect(
      readEventTexts([
        eventTimeRow("a", 3),
        eventTimeRow("b", 2),
        eventTimeRow("a", 1),
        eventTimeRow("b", 4),
        eventTimeRow("a", 2),
      ]),
    ).toEqual(["a 1 2 3", "b 2 4"]);
  });

  it("calendar events are sorted by their first time, and by id where two begin at once", () => {
    expect(
      readEventTexts([eventTimeRow("c", 2), eventTimeRow("b", 2), eventTimeRow("a", 3), eventTimeRow("d", 1)]),
    ).toEqual(["d 1", "b 2", "c 2", "a 3"]);
  });

  it("a calendar event without a time in the requested window is returned with no occurrences", () => {
    expect(renderCalendarEventsAsJson([eventTimeRow("a", null)])).toEqual(['{"id":"a","occurrences":[]}']);
    expect(renderCalendarEventsAsJson([])).toEqual([]);
  });

  it("the answer about a calendar event formats a time as the database does", () => {
    expect(renderCalendarEventsAsJson([eventTimeRow("a", 1)])).toEqual([
      '{"id":"a","occurrences":[{"date":"2026-11-01","start_at":"2026-11-01T06:00:00+00:00","end_at":"2026-11-01T14:00:00+00:00"}]}',
    ]);
  });
});
