import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import type { Board } from "#live/board.ts";
import { liveState, onLiveEvents } from "#live/live.ts";
import { type QueueCase, queueCaseOf } from "./list/queue-case.ts";
import { type Filter, type QueueRequest, requestOf, type Tab, writeFilters } from "./queue-filter.ts";
import { dropGone, nextPageOf, PAGE_SIZE, patchPages, type QueuePage } from "./list/queue-pages.ts";

/** What the list shows: a tab, narrowed by what was typed and by chips. */
export interface QueueOptions {
  readonly tab: Tab;
  readonly text: string | undefined;
  readonly filters: readonly Filter[];
}
const requestNow = (options: QueueOptions): QueueRequest => requestOf({ ...options, now: Date.now() });

const keyOf = ({ tab, text, filters }: QueueOptions) => [tab, text ?? "", writeFilters(filters) ?? []] as const;

export const queueQuery = (options: QueueOptions) =>
  infiniteQueryOptions({
    queryKey: ["queue", ...keyOf(options)],
    queryFn: async ({ pageParam, signal }): Promise<QueuePage> => {
      const wanted = { ...requestNow(options), page: pageParam, size: PAGE_SIZE, include_associations: false };
      // What happens while the page is on its way is not in it for certain.
      const heard: StreamEvent[] = [];
      const stop = onLiveEvents((events) => heard.push(...events));
      const { meta, cases } = await api.getCases(wanted, { signal }).finally(stop);
      const rows = cases.map(queueCaseOf);
      const page = { page: pageParam, total: meta.total_elements, received: rows.length, cases: rows };
      return dropGone(patchPages([page], heard, options.tab).pages)[0] ?? page;
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextPageOf(pages),
    // Only what is on screen is kept up to date by the stream; a tab that is opened again asks anew. What was asked for ahead
    // of the first stream is as new as the board that the stream goes on from.
    staleTime: () => (liveState.get() === "connecting" ? Number.POSITIVE_INFINITY : 0),
    gcTime: 60_000,
    placeholderData: (previous, query) => (query?.queryKey[1] === options.tab ? previous : undefined),
  });

/** How many cases a tab holds, for the filters that are set. */
export const countQuery = (options: QueueOptions) =>
  queryOptions({
    queryKey: ["queue-count", ...keyOf(options)],
    queryFn: async ({ signal }) => {
      const { meta } = await api.getCases({ ...requestNow(options), size: 1, include_associations: false }, { signal });
      return meta.total_elements;
    },
    placeholderData: keepPreviousData,
  });

/** Those of some cases that the list holds; `undefined` asks for them whatever the list. */
export async function readCases(ids: readonly string[], options: QueueOptions | undefined): Promise<QueueCase[]> {
  const narrowed = options === undefined ? {} : requestNow(options);
  const wanted = { ...narrowed, ids: [...ids], size: ids.length, include_associations: false };
  return (await api.getCases(wanted)).cases.map(queueCaseOf);
}

export const branchesQuery = queryOptions({
  queryKey: ["branches"],
  queryFn: () => api.getBranches(),
  staleTime: 300_000,
});
export const skillsQuery = queryOptions({
  queryKey: ["skills"],
  queryFn: () => api.getSkills(),
  staleTime: 300_000,
});

/** Counts from what is on the board already; a board that does not show everything cannot count. */
export function countBoard({ cases, truncated }: Board): Partial<Record<Tab, number>> {
  if (truncated) return {};
  const now = Date.now();
  const isLater = (time: string | null) => time !== null && Date.parse(time) > now;
  let [running, planned] = [0, 0];
  for (const job of cases.values()) {
    if (job.tour_case_states.some(({ bucket }) => bucket === "open")) running++;
    if (job.state === "POSTPONED" || isLater(job.postponed_until) || isLater(job.not_before)) planned++;
  }
  return { open: cases.size - running, running, planned };
}
