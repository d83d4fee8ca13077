import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { queryClient } from "#shared/api/api.ts";
import { boardQuery } from "#live/store.ts";
import { subscribeToEvents } from "#live/stream.ts";
import type { EntityStore } from "#live/entities.ts";
import { isSameList, useBoard, useStoreSelection } from "#live/use-entities.ts";
import { LiveQueueRows } from "./live-rows.ts";
import type { QueueListOptions, QueueTab } from "../queue-filter.ts";
import { countCasesByQueueTab, queueCountQuery, queueQuery } from "../queue.queries.ts";

const ROW_FLASH_MS = 1_200;
const noIds: ReadonlySet<string> = new Set();

export type QueueRowsResult = ReturnType<typeof useQueueRows>;

/** Rows of a list: its order from the server, each case from the store; no row moves under the pointer. */
export function useQueueRows(options: QueueListOptions) {
  const query = useInfiniteQuery(queueQuery(options));
  const pages = query.data?.pages;
  const { live: model, ...live } = useLiveRows(options);
  const { data: board } = useQuery({ ...boardQuery, notifyOnChangeProps: ["data"] });
  const isRead = pages !== undefined;
  useEffect(() => {
    if (isRead && board !== undefined) model.compareWithBoard(board);
  }, [model, isRead, board]);
  const select = useCallback((from: EntityStore) => model.rows(pages ?? [], from), [model, pages]);
  const rows = useStoreSelection(select, { isEqual: isSameList });
  const goneCount = rows.filter(({ is_gone }) => is_gone).length;
  const entering = useMemo(() => {
    const shown = new Set(rows.map(({ id }) => id));
    return [...live.entering].filter((id) => !shown.has(id)).length;
  }, [rows, live.entering]);
  const total = pages?.at(-1)?.total;
  return { ...live, entering, rows, total: total === undefined ? undefined : total - goneCount, query };
}

function useLiveRows(options: QueueListOptions) {
  const { queryKey } = queueQuery(options);
  const key = JSON.stringify(queryKey);
  const [entering, setEntering] = useState({ key, ids: noIds });
  const { flashing, flash } = useFlashingRows();
  const latest = useRef({ options, queryKey, flash });
  latest.current = { options, queryKey, flash };
  const live = useMemo(
    () =>
      new LiveQueueRows(latest.current, {
        onChanged: (ids) => latest.current.flash(ids),
        onEntered: (ids) =>
          setEntering((known) => ({ key, ids: new Set([...(known.key === key ? known.ids : noIds), ...ids]) })),
      }),
    [key],
  );
  useEffect(() => live.start(), [live]);
  const ids = entering.key === key ? entering.ids : noIds;
  return {
    live,
    flashing,
    entering: ids,
    hold: (isPointerThere: boolean) => live.hold(isPointerThere),
    letGo: () => live.letGo(),
    /** Shows the cases that have entered in the meantime, from the top. */
    loadEntering: async (refetch: () => Promise<unknown>) => {
      setEntering({ key, ids: noIds });
      live.keepFirstPage();
      await refetch();
      flash([...ids]);
    },
  };
}

/** Rows that have just changed, for a short highlight. */
function useFlashingRows() {
  const [flashing, setFlashing] = useState(noIds);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);
  const flash = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    setFlashing((known) => new Set([...known, ...ids]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setFlashing((known) => new Set([...known].filter((id) => !ids.includes(id))));
    }, ROW_FLASH_MS);
    timers.current.add(timer);
  };
  return { flashing, flash };
}

export const queueTabs: readonly QueueTab[] = ["open", "running", "planned", "all"];
/** Shortest time between two counts, in milliseconds: counting all cases of a tenant is expensive. */
const RECOUNT_INTERVAL_MS = 5_000;

/** Number of cases in each tab: from the board as far as it has them, else counted by the server. */
export function useQueueCounts({
  text,
  filters,
  today,
}: Omit<QueueListOptions, "tab">): Partial<Record<QueueTab, number | undefined>> {
  const { isPending } = useQuery({ ...boardQuery, notifyOnChangeProps: ["isPending"] });
  const calm = useBoard("calm");
  const board = useMemo(() => (calm ? countCasesByQueueTab(calm) : {}), [calm]);
  const isPlain = text === undefined && filters.length === 0;
  const known: Partial<Record<QueueTab, number>> = isPlain ? board : {};
  // Once loaded, the board will count all tabs but one.
  const isUnknown = (tab: QueueTab) => known[tab] === undefined && (tab === "all" || !isPlain || !isPending);
  const counts = useQueries({
    queries: queueTabs.map((tab) => ({ ...queueCountQuery({ tab, text, filters, today }), enabled: isUnknown(tab) })),
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeToEvents((events) => {
      if (!events.some(({ type }) => type === "case action" || type === "case update")) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ["queue-count"] });
      }, RECOUNT_INTERVAL_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return Object.fromEntries(queueTabs.map((tab, index) => [tab, known[tab] ?? counts[index]?.data]));
}
