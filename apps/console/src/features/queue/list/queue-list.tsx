import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { useTranslations } from "use-intl";
import { displayNameOfRunningTour } from "#live/board-tours.ts";
import { entityStore } from "#live/store.ts";
import { useEntity } from "#live/use-entities.ts";
import { useNow } from "#shared/text/now.ts";
import { type QueueCardContext, QueueCard } from "./queue-card.tsx";
import type { QueueCase } from "./queue-case.ts";
import styles from "./queue-list.module.css";

export interface QueueListHandle {
  readonly show: (index: number) => void;
  readonly toTop: () => void;
  readonly focus: () => void;
}
/** Kind of click on a row: plain, with Ctrl, or with Shift. */
export type QueueRowClickKind = "open" | "toggle" | "extend";

interface QueueListProps {
  readonly rows: readonly QueueCase[];
  readonly total: number;
  readonly context: RefObject<QueueCardContext>;
  readonly height: number;
  /** Id of the case in the inspector. */
  readonly current: string | undefined;
  readonly cursor: number;
  readonly picked: ReadonlySet<string>;
  readonly flashing: ReadonlySet<string>;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly onPick: (id: string, how: QueueRowClickKind) => void;
  readonly onHold: (isPointerThere: boolean) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly ref: RefObject<QueueListHandle | null>;
}
const OVERSCAN_ROWS = 6;
/** Number of rows before the end at which the next page is fetched. */
const PREFETCH_ROWS_AHEAD = 100;
/** Number of placeholders for rows that are loading. */
const PLACEHOLDER_ROWS = 3;

export function QueueList(props: QueueListProps) {
  const { rows, height, cursor, picked, hasMore, onMore, onHold, ref } = props;
  const t = useTranslations("queue");
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is passed to memoised parts
  const virtual = useVirtualizer({
    count: rows.length + (hasMore ? PLACEHOLDER_ROWS : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN_ROWS,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    // The row under the cursor stays rendered however far the list is scrolled: `aria-activedescendant` names it.
    rangeExtractor: useCallback((range: Range) => rangeWithCursor(range, cursor), [cursor]),
    useFlushSync: false,
  });
  useImperativeHandle(ref, () => ({
    show: (index) => virtual.scrollToIndex(index, { align: "auto" }),
    toTop: () => virtual.scrollToOffset(0),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }));
  const last = virtual.range?.endIndex ?? 0;
  const isNearEnd = hasMore && last + PREFETCH_ROWS_AHEAD >= rows.length;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, rows.length, onMore]);
  const cursorId = rows[cursor]?.id;
  return (
    <div
      ref={scroller}
      className={styles["list"]}
      role="listbox"
      aria-multiselectable
      aria-label={t("list")}
      aria-activedescendant={cursorId === undefined ? undefined : `case-${cursorId}`}
      tabIndex={0}
      data-picking={picked.size > 0 || undefined}
      onClick={(event) => handleRowClick(event, props.onPick)}
      onKeyDown={props.onKey}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      <div role="presentation" className={styles["rows"]} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          const place = { height, transform: `translateY(${start}px)` };
          if (!row) return <div key={key} role="presentation" className={styles["waiting"]} style={place} />;
          return <QueueRow key={key} {...props} row={row} index={index} place={place} now={now} />;
        })}
      </div>
    </div>
  );
}

interface RowProps extends QueueListProps {
  readonly row: QueueCase;
  readonly index: number;
  readonly place: CSSProperties;
  readonly now: number;
}

function QueueRow({ row, index, place, now, ...list }: RowProps) {
  const { total, picked, current, cursor, flashing, context } = list;
  const links = useEntity("case", row.id)?.tour_case_states;
  const link = links?.find(({ bucket }) => bucket === "open");
  return (
    <div
      id={`case-${row.id}`}
      className={styles["row"]}
      style={place}
      role="option"
      aria-selected={picked.has(row.id)}
      aria-current={row.id === current || undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-id={row.id}
      data-cursor={index === cursor || undefined}
      data-flash={flashing.has(row.id) || undefined}
    >
      <QueueCard row={row} context={context} linkState={link?.state} tour={useTourName(link?.tour_id)} now={now} />
    </div>
  );
}

function useTourName(id: string | undefined): string | undefined {
  useEntity("tour", id);
  return id === undefined || entityStore.board === undefined
    ? undefined
    : displayNameOfRunningTour(entityStore.board, id);
}

function rangeWithCursor(range: Range, cursor: number): number[] {
  const indexes = defaultRangeExtractor(range);
  return cursor < 0 || cursor >= range.count || indexes.includes(cursor)
    ? indexes
    : [...indexes, cursor].toSorted((one, other) => one - other);
}

function handleRowClick(event: MouseEvent, onPick: QueueListProps["onPick"]) {
  if (!(event.target instanceof Element)) return;
  const id = event.target.closest<HTMLElement>("[data-id]")?.dataset["id"];
  if (id === undefined) return;
  const isCheck = event.ctrlKey || event.metaKey || event.target.closest("[data-check]") !== null;
  onPick(id, event.shiftKey ? "extend" : isCheck ? "toggle" : "open");
}
