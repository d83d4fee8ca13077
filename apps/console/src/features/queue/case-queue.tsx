import { RefreshingBar } from "@leitstand/ui/states";
import { type RefObject, useId, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { useShortcuts } from "#shared/screen/shortcuts.ts";
import { useToday } from "#shared/text/now.ts";
import type { BegunBulkAction, BulkAction } from "./bulk/bulk.ts";
import { BulkActionBar } from "./bulk/bulk-bar.tsx";
import { QueueFilterButton, QueueFilterChips } from "./list/queue-chips.tsx";
import { type QueueFilter, parseQueueFilters, formatQueueFilters } from "./queue-filter.ts";
import { QueueHead, QueueSearch } from "./queue-head.tsx";
import type { QueueListHandle } from "./list/queue-list.tsx";
import { QueueRows } from "./list/queue-rows.tsx";
import { ShowNewCasesButton, EmptyQueue, TruncatedHint } from "./queue-states.tsx";
import { QueueTabs } from "./queue-tabs.tsx";
import styles from "./queue.module.css";
import { type QueueRowsResult, useQueueRows, useQueueCounts } from "./list/use-queue.ts";
import { useQueueRowCursor } from "./list/use-rows-cursor.ts";

export function CaseQueue({ view, onView }: BoardViewProps) {
  const panel = useId();
  const filters = useMemo(() => parseQueueFilters(view.filter), [view.filter]);
  const request = { tab: view.tab, text: view.q, filters, today: useToday() };
  const queue = useQueueRows(request);
  const counts = useQueueCounts(request);
  const list = useRef<QueueListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows = useQueueRowCursor(queue.rows, list);
  const { picked, bulk, setBulk, setStage, begin } = useBulkActions(queue, rows, view.case);
  const open = (id: string | undefined) =>
    id !== undefined && onView({ case: id, tour: undefined, vehicle: undefined });
  const move = (step: number, isExtending = false) => {
    queue.letGo();
    rows.move(step, isExtending);
  };
  useQueueKeys({ rows, search, begin, move, open });
  const setFilters = (wanted: readonly QueueFilter[]) => onView({ filter: formatQueueFilters(wanted) });
  const onNew = () => onView({ form: "new" });
  return (
    <div className={styles["queue"]}>
      <QueueHead
        total={queue.total}
        filter={<QueueFilterButton filters={filters} onFilters={setFilters} />}
        onNew={onNew}
      />
      <QueueSearch
        ref={search}
        text={view.q}
        onText={(q) => onView({ q })}
        onLeave={() => rows.moveTo(Math.max(0, rows.cursor))}
      />
      <QueueTabs tab={view.tab} counts={counts} onTab={(tab) => onView({ tab })} panel={panel} />
      <QueueFilterChips filters={filters} onFilters={setFilters} />
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${view.tab}`} className={styles["panel"]}>
        <RefreshingBar active={queue.query.isFetching && queue.rows.length > 0 && !queue.query.isFetchingNextPage} />
        <ShowNewCasesButton count={queue.entering} onLoad={() => void showEnteringRows(queue, list.current)} />
        {queue.rows.length > 0 ? (
          <QueueRows view={view} queue={queue} rows={rows} list={list} picked={picked} open={open} move={move} />
        ) : (
          <EmptyQueue queue={queue} tab={view.tab} onReset={clearFiltersHandler(view, onView)} onNew={onNew} />
        )}
      </div>
      <TruncatedHint />
      <BulkActionBar
        picked={picked}
        bulk={bulk}
        onBulk={setBulk}
        onStage={setStage}
        onClear={rows.clear}
        onLeave={() => list.current?.focus()}
      />
      <FoundCountStatus queue={queue} />
    </div>
  );
}

/** Clears search and filters; undefined where neither is set. */
const clearFiltersHandler = ({ q, filter }: BoardViewProps["view"], onView: BoardViewProps["onView"]) =>
  q !== undefined || parseQueueFilters(filter).length > 0
    ? () => onView({ q: undefined, filter: undefined })
    : undefined;

/** Announces the number of cases to screen readers. */
function FoundCountStatus({ queue: { total, query } }: { readonly queue: QueueRowsResult }) {
  const t = useTranslations("queue");
  return (
    <span className="visually-hidden" role="status">
      {total !== undefined && !query.isFetching ? t("found", { count: total }) : ""}
    </span>
  );
}

/** Bulk actions on the picked cases, or on the case under the cursor where none is picked. */
function useBulkActions(
  queue: QueueRowsResult,
  rows: ReturnType<typeof useQueueRowCursor>,
  inspected: string | undefined,
) {
  const [bulk, setBegun] = useState<BegunBulkAction>();
  const { selection, picks } = rows;
  const { ids } = selection;
  // Once other rows are picked, an action that still asks for its input would change cases that are no longer marked.
  if (bulk?.stage === "asking" && bulk.picks !== picks) setBegun(undefined);
  const setBulk = (wanted: BulkAction | undefined) =>
    setBegun((last) => wanted && { ...wanted, picks, stage: "asking", number: (last?.number ?? 0) + 1 });
  const picked = useMemo(() => queue.rows.filter(({ id }) => ids.has(id)), [queue.rows, ids]);
  const begin = (action: BulkAction["action"]) => {
    // The case in the inspector is assigned there, unless several are picked here.
    if (picked.length === 0 && inspected !== undefined) return false;
    // The failures of an action under way would be lost with it.
    if (bulk?.stage === "running") return true;
    const cases = picked.length > 0 ? picked : rows.row ? [rows.row] : [];
    if (cases.length > 0) setBulk({ action, cases });
    return cases.length > 0;
  };
  const setStage = (stage: BegunBulkAction["stage"]) => setBegun((now) => now && { ...now, stage });
  return { picked, bulk, setBulk, setStage, begin };
}

interface QueueKeysInput {
  readonly rows: ReturnType<typeof useQueueRowCursor>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly begin: (action: BulkAction["action"]) => boolean;
  readonly move: (step: number) => void;
  readonly open: (id: string | undefined) => void;
}

function useQueueKeys({ rows, search, begin, move, open }: QueueKeysInput) {
  const { row, cursor } = rows;
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    open: () => open(row?.id),
    select: () => row && rows.pick(row.id, "toggle"),
    search: () => search.current?.focus(),
    go_cases: () => rows.moveTo(Math.max(0, cursor)),
    assign: () => begin("assign"),
    unassign: () => begin("unassign"),
  });
}

async function showEnteringRows(queue: QueueRowsResult, list: QueueListHandle | null) {
  list?.toTop();
  await queue.loadEntering(() => queue.query.refetch());
}
