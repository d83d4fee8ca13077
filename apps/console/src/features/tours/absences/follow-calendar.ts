import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { Query } from "@tanstack/react-query";
import { Batcher } from "#live/batcher.ts";
import { subscribeToEvents } from "#live/stream.ts";
import { queryClient } from "#shared/api/api.ts";
import { CALENDAR_KEY, type TimelineCalendarData, calendarReadRange } from "./calendar-query.ts";

type CalendarEventData = Extract<StreamEvent, { type: "calendar" }>["data"];

/**
 * Milliseconds in which events are gathered, so that a morning of sick calls costs few requests: affected windows are
 * read again together.
 */
const GATHER_EVENTS_MS = 400;
const REREAD_WINDOWS_MAX = 50;

/** Reads windows again when the stream reports a change in them; returns the function that stops it. */
export function refetchCalendarOnEvents(listen: typeof subscribeToEvents = subscribeToEvents): () => void {
  const windows = new Batcher(
    (hashes) => queryClient.invalidateQueries({ predicate: ({ queryHash }) => hashes.includes(queryHash) }),
    { waitMs: GATHER_EVENTS_MS, atMost: REREAD_WINDOWS_MAX },
  );
  const stop = listen((events) => {
    const news = events.flatMap((event) => (event.type === "calendar" ? [event.data] : []));
    if (news.length === 0) return;
    const concerned = queryClient
      .getQueryCache()
      .findAll({ queryKey: [CALENDAR_KEY] })
      .filter((query) => news.some((one) => isWindowAffected(query, one)));
    windows.add(concerned.map(({ queryHash }) => queryHash));
  });
  return () => {
    stop();
    windows.clear();
  };
}

/**
 * Whether an event lies within the window, or did before it was changed; a window that is still loading counts as
 * affected.
 */
function isWindowAffected({ queryKey, state }: Query, { event_id, starts_at, ends_at }: CalendarEventData): boolean {
  const [, day, days] = queryKey as [string, string, number];
  const { from, to } = calendarReadRange(day, days);
  const isWithin = Date.parse(starts_at) < to && (ends_at === null || Date.parse(ends_at) > from);
  const known = state.data as TimelineCalendarData | undefined;
  return isWithin || state.fetchStatus !== "idle" || known?.events.has(event_id) === true;
}
