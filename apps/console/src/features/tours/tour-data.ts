import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import { onLiveEvents } from "#live/live.ts";
import { boundsOf } from "#shared/text/time.ts";
import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { applyTourEvents } from "./tour-patch.ts";
import type { TimelineTour } from "./grid/timeline-tour.ts";

const PAGE_ROWS = 200;

export const toursKey = (day: string, days: number) => ["tours", day, days] as const;

/** All tours whose shift touches the days that are shown, with the cases they work on and those they are done with. */
export const toursQuery = (day: string, days: number) =>
  queryOptions({
    queryKey: toursKey(day, days),
    queryFn: ({ signal }) => fetchTours({ day, days, signal }),
    staleTime: 300_000,
  });

async function fetchTours({ day, days, signal }: { day: string; days: number; signal: AbortSignal }) {
  const { from, to } = boundsOf(day, days);
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  // What happens while pages are on their way is in none of them for certain.
  const heard: StreamEvent[] = [];
  const stop = onLiveEvents((events) => heard.push(...events));
  try {
    const tours: TimelineTour[] = [];
    for (let page = 0, pages = 1; page < pages; page++) {
      const answer = await api.getTours({ ...window, include_all_cases: true, page, size: PAGE_ROWS }, { signal });
      tours.push(...answer.tours);
      pages = answer.meta.total_pages;
    }
    return applyTourEvents(withoutRepeats(tours), heard).tours;
  } finally {
    stop();
  }
}

/** A tour that is started between two pages moves, and may be on both. */
const withoutRepeats = (tours: readonly TimelineTour[]) => [...new Map(tours.map((tour) => [tour.id, tour])).values()];

export const branchesQuery = queryOptions({
  queryKey: ["branches"],
  queryFn: () => api.getBranches(),
  staleTime: 300_000,
});

/** Whether a tour's shift touches the days that are shown; a started one lasts at least until now. */
export function isInWindow(tour: TimelineTour, { from, to, now }: { from: number; to: number; now: number }): boolean {
  const start = Date.parse(tour.started_at ?? tour.scheduled_start_at ?? tour.created_at);
  const planned = tour.ended_at ?? tour.scheduled_end_at;
  const known = planned === null ? start : Date.parse(planned);
  const end = tour.status === "STARTED" ? Math.max(known, now) : known;
  return start < to && end > from;
}
