import { queryOptions } from "@tanstack/react-query";
import { readAllPages } from "#shared/api/all-pages.ts";
import { api, queryClient } from "#shared/api/api.ts";
import type { EntityStore } from "#live/entities.ts";
import { entityStore } from "#live/store.ts";
import { registerShownData } from "#live/sweep.ts";
import type { TimelineTour, TourWithoutCases } from "#live/tour-entity.ts";
import { dayBounds } from "#shared/text/time.ts";

const TOURS_PAGE_SIZE = 200;

const toursKey = (day: string, days: number) => ["tours", day, days] as const;

/** Reads all tours whose shift touches the shown days, with their open and finished cases. */
export const toursQuery = (day: string, days: number) =>
  queryOptions({
    queryKey: toursKey(day, days),
    queryFn: async ({ signal }) => {
      const since = entityStore.step;
      const tours = await fetchTours({ day, days, signal });
      entityStore.putWindow(tours, since, isTourInDays(day, days));
      return { count: tours.length };
    },
    staleTime: 300_000,
  });

async function fetchTours({ day, days, signal }: { day: string; days: number; signal: AbortSignal }) {
  const { from, to } = dayBounds(day, days);
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return readAllPages<TimelineTour>(async (page) => {
    const query = { ...window, include_all_cases: true, page, size: TOURS_PAGE_SIZE };
    const { tours: rows, meta } = await api.getTours(query, { signal });
    return { rows, meta };
  });
}

/** Current tours of the shown days. */
export const selectToursOfDays =
  (day: string, days: number) =>
  (from: EntityStore): readonly TimelineTour[] => {
    const isShown = isTourInDays(day, days);
    return [...from.tours.plans()].flatMap(({ id }) => {
      const tour = from.tours.timeline(id);
      return tour && isShown(tour) ? tour : [];
    });
  };

const isTourInDays = (day: string, days: number) => {
  const window = { ...dayBounds(day, days), now: Date.now() };
  return (tour: TourWithoutCases) => isInWindow(tour, window);
};

/** Whether a tour's shift touches the shown days; a started one lasts at least until now. */
function isInWindow(tour: TourWithoutCases, { from, to, now }: { from: number; to: number; now: number }): boolean {
  const start = Date.parse(tour.started_at ?? tour.scheduled_start_at ?? tour.created_at);
  const planned = tour.ended_at ?? tour.scheduled_end_at;
  const known = planned === null ? start : Date.parse(planned);
  const end = tour.status === "STARTED" ? Math.max(known, now) : known;
  return start < to && end > from;
}

registerShownData({
  isTourHeld: (plan) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ["tours"] })
      .some(({ queryKey: [, day, days] }) => isTourInDays(day as string, days as number)(plan)),
});
