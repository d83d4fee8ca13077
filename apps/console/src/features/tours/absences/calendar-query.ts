import { queryOptions } from "@tanstack/react-query";
import { api, isApiProblem } from "#shared/api/api.ts";
import { addDays, dayBounds } from "#shared/text/time.ts";
import { type CalendarSpan, type ListedCalendarEvent, calendarSpansOf } from "./calendar-spans.ts";

/** Spans of the calendar within a window of the timeline. */
export interface TimelineCalendarData {
  readonly events: ReadonlySet<string>;
  /** Spans by the id of the person or vehicle. */
  readonly spans: ReadonlyMap<string, readonly CalendarSpan[]>;
}
interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export const CALENDAR_KEY = "calendar";
/** Days read beyond the window, so that the next day is there when the timeline moves to it. */
const READ_MARGIN_DAYS = 1;
const CALENDAR_CACHE_MS = 300_000;
const CALENDAR_RETRY_MS = 30_000;
/** Shortest part of a window in milliseconds: a window that holds too much is read in halves, down to this. */
const SHORTEST_READ_MS = 3_600_000;

/**
 * Kinds of events that are read. People stand on the timeline by their tours, which show their duty: only shifts of
 * vehicles are needed.
 */
const readEventKinds = [
  { event_type: "UNAVAILABLE" },
  { event_type: "SCHEDULED_SHIFT", resource_type: "VEHICLE" },
] as const;

export const calendarReadRange = (day: string, days: number): TimeRange =>
  dayBounds(addDays(day, -READ_MARGIN_DAYS), days + 2 * READ_MARGIN_DAYS);

/** Absences and shifts of the shown days; a failed read is tried again after a while, unless it was refused. */
export const calendarQuery = (day: string, days: number) =>
  queryOptions({
    queryKey: [CALENDAR_KEY, day, days] as const,
    queryFn: async ({ signal }): Promise<TimelineCalendarData> => {
      const times = calendarReadRange(day, days);
      const lists = await Promise.all(readEventKinds.map((filter) => fetchCalendarEvents(times, { filter, signal })));
      const listed = lists.flat();
      return { events: new Set(listed.map(({ id }) => id)), spans: calendarSpansOf(listed, times) };
    },
    staleTime: CALENDAR_CACHE_MS,
    refetchInterval: ({ state: { error } }) =>
      error === null || isPermanentRefusal(error) ? false : CALENDAR_RETRY_MS,
  });

const isPermanentRefusal = (error: Error) =>
  isApiProblem(error) && error.status >= 400 && error.status < 500 && error.status !== 429;

interface CalendarRequest {
  readonly filter: (typeof readEventKinds)[number];
  readonly signal: AbortSignal;
}
async function fetchCalendarEvents(
  { from, to }: TimeRange,
  asking: CalendarRequest,
): Promise<readonly ListedCalendarEvent[]> {
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  try {
    return await api.getDefaultCalendarEvents({ ...asking.filter, ...window }, { signal: asking.signal });
  } catch (error) {
    // Farther ahead than calendars reach: there are no events.
    if (isApiProblem(error, "TIME_OUT_OF_RANGE")) return [];
    if (!isApiProblem(error, "LIMIT_EXCEEDED") || to - from < 2 * SHORTEST_READ_MS) throw error;
    const middle = Math.round((from + to) / 2);
    const earlier = await fetchCalendarEvents({ from, to: middle }, asking);
    return [...earlier, ...(await fetchCalendarEvents({ from: middle, to }, asking))];
  }
}
