import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { Query } from "@tanstack/react-query";
import { Batcher } from "#live/batcher.ts";
import { onEvents } from "#live/stream.ts";
import { queryClient } from "#shared/api/api.ts";
import { CALENDAR_KEY, type CalendarWindow, windowToRead } from "./calendar-query.ts";

type News = Extract<StreamEvent, { type: "calendar" }>["data"];

/**
 * Milliseconds in which events are gathered, so that a morning of sick calls costs few requests: affected windows are
 * read again together.
 */
const GATHER_MS = 400;
const MOST_WINDOWS = 50;

/** Reads windows again when the stream reports a change in them; returns the function that stops it. */
export function followCalendar(listen: typeof onEvents = onEvents): () => void {
  const windows = new Batcher(
    (hashes) => queryClient.invalidateQueries({ predicate: ({ queryHash }) => hashes.includes(queryHash) }),
    { waitMs: GATHER_MS, atMost: MOST_WINDOWS },
  );
  const stop = listen((events) => {
    const news = events.flatMap((event) => (event.type === "calendar" ? [event.data] : []));
    if (news.length === 0) return;
    const concerned = queryClient
      .getQueryCache()
      .findAll({ queryKey: [CALENDAR_KEY] })
      .filter((query) => news.some((one) => isConcerned(query, one)));
    windows.add(concerned.map(({ queryHash }) => queryHash));
  });
  return () => {
    stop();
    windows.clear();
  };
}

/**
 * Whether an event lies within the window, or did before its change; a window that is being read counts as affected.
 */
function isConcerned({ queryKey, state }: Query, { event_id, starts_at, ends_at }: News): boolean {
  const [, day, days] = queryKey as [string, string, number];
  const { from, to } = windowToRead(day, days);
  const isWithin = Date.parse(starts_at) < to && (ends_at === null || Date.parse(ends_at) > from);
  const known = state.data as CalendarWindow | undefined;
  return isWithin || state.fetchStatus !== "idle" || known?.events.has(event_id) === true;
}
