import { Refreshing } from "@leitstand/ui/states";
import { type RefObject, useId, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ViewProps } from "#shared/state/board-view.ts";
import { useShortcuts } from "#shared/screen/shortcuts.ts";
import type { Bulk } from "./bulk/bulk.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { FilterButton, QueueChips } from "./list/queue-chips.tsx";
import { type Filter, readFilters, writeFilters } from "./queue-filter.ts";
import { QueueHead, QueueSearch } from "./queue-head.tsx";
import type { QueueListHandle } from "./list/queue-list.tsx";
import { QueueRows } from "./list/queue-rows.tsx";
import { EnteringPill, NoRows, TruncatedHint } from "./queue-states.tsx";
import { QueueTabs } from "./queue-tabs.tsx";
import styles from "./queue.module.css";
import { type Queue, useQueue, useQueueCounts } from "./list/use-queue.ts";
import { useRowsCursor } from "./list/use-rows-cursor.ts";

export function CaseQueue({ view, onView }: ViewProps) {
  const panel = useId();
  const filters = useMemo(() => readFilters(view.filter), [view.filter]);
  const request = { tab: view.tab, text: view.q, filters };
  const queue = useQueue(request);
  const counts = useQueueCounts(request);
  const list = useRef<QueueListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows = useRowsCursor(queue.rows, list);
  const { picked, bulk, setBulk, begin } = useBulk(queue, rows, view.case);
  const open = (id: string | undefined) =>
    id !== undefined && onView({ case: id, tour: undefined, vehicle: undefined });
  const move = (step: number, isExtending = false) => {
    queue.letGo();
    rows.move(step, isExtending);
  };
  useQueueKeys({ rows, search, begin, move, open });
  const setFilters = (wanted: readonly Filter[]) => onView({ filter: writeFilters(wanted) });
  const onNew = () => onView({ form: "new" });
  return (
    <div className={styles["queue"]}>
      <QueueHead total={queue.total} filter={<FilterButton filters={filters} onFilters={setFilters} />} onNew={onNew} />
      <QueueSearch
        ref={search}
        text={view.q}
        onText={(q) => onView({ q })}
        onLeave={() => rows.moveTo(Math.max(0, rows.cursor))}
      />
      <QueueTabs tab={view.tab} counts={counts} onTab={(tab) => onView({ tab })} panel={panel} />
      <QueueChips filters={filters} onFilters={setFilters} />
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${view.tab}`} className={styles["panel"]}>
        <Refreshing active={queue.query.isFetching && queue.rows.length > 0 && !queue.query.isFetchingNextPage} />
        <EnteringPill count={queue.entering} onLoad={() => void showEntering(queue, list.current)} />
        {queue.rows.length > 0 ? (
          <QueueRows view={view} queue={queue} rows={rows} list={list} picked={picked} open={open} move={move} />
        ) : (
          <NoRows queue={queue} tab={view.tab} onReset={resetOf(view, onView)} onNew={onNew} />
        )}
      </div>
      <TruncatedHint />
      <BulkBar
        picked={picked}
        bulk={bulk}
        onBulk={setBulk}
        onClear={rows.clear}
        onLeave={() => list.current?.focus()}
      />
      <FoundStatus queue={queue} />
    </div>
  );
}

/** Clears search and filters; undefined where neither is set. */
const resetOf = ({ q, filter }: ViewProps["view"], onView: ViewProps["onView"]) =>
  q !== undefined || readFilters(filter).length > 0 ? () => onView({ q: undefined, filter: undefined }) : undefined;

/** Announces the number of cases to screen readers. */
function FoundStatus({ queue: { total, query } }: { readonly queue: Queue }) {
  const t = useTranslations("queue");
  return (
    <span className="visually-hidden" role="status">
      {total !== undefined && !query.isFetching ? t("found", { count: total }) : ""}
    </span>
  );
}

/** Runs bulk actions on the picked cases, or on the one under the cursor. */
function useBulk(queue: Queue, rows: ReturnType<typeof useRowsCursor>, inspected: string | undefined) {
  const [bulk, setBulk] = useState<Bulk>();
  const { ids } = rows.selection;
  const picked = useMemo(() => queue.rows.filter(({ id }) => ids.has(id)), [queue.rows, ids]);
  const begin = (action: Bulk["action"]) => {
    // The case in the inspector is assigned there, unless several are picked here.
    if (picked.length === 0 && inspected !== undefined) return false;
    const cases = picked.length > 0 ? picked : rows.row ? [rows.row] : [];
    if (cases.length > 0) setBulk({ action, cases });
    return cases.length > 0;
  };
  return { picked, bulk, setBulk, begin };
}

interface Keys {
  readonly rows: ReturnType<typeof useRowsCursor>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly begin: (action: Bulk["action"]) => boolean;
  readonly move: (step: number) => void;
  readonly open: (id: string | undefined) => void;
}

function useQueueKeys({ rows, search, begin, move, open }: Keys) {
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

async function showEntering(queue: Queue, list: QueueListHandle | null) {
  list?.toTop();
  await queue.loadEntering(() => queue.query.refetch());
}
