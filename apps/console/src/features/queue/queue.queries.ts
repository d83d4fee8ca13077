import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, queryClient } from "#shared/api/api.ts";
import type { BoardState } from "#live/entities.ts";
import { entityStore } from "#live/store.ts";
import { liveStreamStateStore } from "#live/stream-state.ts";
import { registerShownData } from "#live/sweep.ts";
import {
  type QueueListOptions,
  createQueueSearchRequest,
  isFilteredByDue,
  type QueueSearchOptions,
  type QueueTab,
  formatQueueFilters,
} from "./queue-filter.ts";
import { nextQueuePageNumber, QUEUE_PAGE_SIZE, type QueuePage, dropGoneRowsFromPages } from "./list/queue-pages.ts";

/** Interval in milliseconds at which late cases are asked for: a case becomes late without any event. */
export const LATE_CASES_POLL_MS = 60_000;

const queueKeyOf = ({ tab, text, filters, today }: QueueListOptions) =>
  [tab, text ?? "", formatQueueFilters(filters) ?? [], isFilteredByDue(filters, "today") ? today : ""] as const;

export const queueQuery = (options: QueueListOptions) =>
  infiniteQueryOptions({
    queryKey: ["queue", ...queueKeyOf(options)],
    queryFn: async ({ pageParam, signal }): Promise<QueuePage> => {
      const now = Date.now();
      const wanted = {
        ...createQueueSearchRequest({ ...options, now }),
        page: pageParam,
        size: QUEUE_PAGE_SIZE,
        include_associations: false,
      };
      const { meta, cases } = await api.getCases(wanted, { signal });
      entityStore.putCases(cases);
      const listed = cases.map(({ id, lock_version }) => ({ id, lock_version }));
      const page = { page: pageParam, asked_at: now, total: meta.total_elements, received: listed.length, listed };
      // Events that arrived while the request was under way are in the store already.
      return dropGoneRowsFromPages([page], entityStore.cases.get, options.tab)[0] ?? page;
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextQueuePageNumber(pages),
    // The stream keeps only shown lists current; a tab that is opened again is fetched again. A list fetched before the
    // first stream is compared with the board that the stream continues from.
    staleTime: () => (liveStreamStateStore.get() === "connecting" ? Number.POSITIVE_INFINITY : 0),
    gcTime: 60_000,
    placeholderData: (previous, query) => (query?.queryKey[1] === options.tab ? previous : undefined),
  });

/** Number of cases in a tab, for the filters that are set. */
export const queueCountQuery = (options: QueueListOptions) => {
  const isOfLateCases = isFilteredByDue(options.filters, "late");
  return queryOptions({
    queryKey: ["queue-count", ...queueKeyOf(options)],
    queryFn: async ({ signal }) => {
      const { meta } = await api.getCases(
        { ...createQueueSearchRequest({ ...options, now: Date.now() }), size: 1, include_associations: false },
        { signal },
      );
      return meta.total_elements;
    },
    placeholderData: keepPreviousData,
    refetchInterval: isOfLateCases && LATE_CASES_POLL_MS,
    refetchOnWindowFocus: isOfLateCases,
  });
};

/** Asks the server which of the given cases belong to the list. */
export const fetchWhichCasesAreInQueue = (ids: readonly string[], options: QueueListOptions) =>
  fetchIdsInQueue({ ids: [...ids], size: ids.length }, { ...options, now: Date.now() });

/** Asks the server which cases of the list became late between two instants. */
export const fetchWhichCasesBecameLate = ({ from, to }: { from: number; to: number }, options: QueueListOptions) =>
  fetchIdsInQueue({ due_from: new Date(from).toISOString(), size: QUEUE_PAGE_SIZE }, { ...options, now: to });

async function fetchIdsInQueue(narrowed: CaseSearchRequest, options: QueueSearchOptions): Promise<string[]> {
  const wanted = { ...createQueueSearchRequest(options), ...narrowed, include_associations: false };
  const { cases } = await api.getCases(wanted);
  entityStore.putCases(cases);
  return cases.map(({ id }) => id);
}

/** Ids of all cases in cached lists. */
function* cachedCaseIds() {
  for (const [, data] of queryClient.getQueriesData<InfiniteData<QueuePage>>({ queryKey: ["queue"] }))
    for (const { listed } of data?.pages ?? []) for (const { id } of listed) yield id;
}
registerShownData({ cases: cachedCaseIds });

/** Counts from the cases on the board; a board with only a part of the cases cannot count. */
export function countCasesByQueueTab({ cases, isCut }: BoardState): Partial<Record<QueueTab, number>> {
  if (isCut.cases) return {};
  const now = Date.now();
  const isLater = (time: string | null) => time !== null && Date.parse(time) > now;
  let [running, planned] = [0, 0];
  for (const dispatchCase of cases.values()) {
    if (dispatchCase.tour_case_states.some(({ bucket }) => bucket === "open")) running++;
    if (dispatchCase.state === "POSTPONED" || isLater(dispatchCase.postponed_until) || isLater(dispatchCase.not_before))
      planned++;
  }
  return { open: cases.size - running, running, planned };
}
