import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useCallback, useRef } from "react";
import { useTranslations } from "use-intl";
import type { BoardView } from "#shared/state/board-view.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { preferencesStore } from "#shared/state/preferences.ts";
import { useStore } from "@leitstand/app/store";
import type { QueueCardContext } from "./queue-card.tsx";
import type { QueueCase } from "./queue-case.ts";
import { type QueueRowClickKind, QueueList, type QueueListHandle } from "./queue-list.tsx";
import type { QueueRowsResult } from "./use-queue.ts";
import type { useQueueRowCursor } from "./use-rows-cursor.ts";
import { skillsQuery } from "#shared/api/queries.ts";

/** Heights of `--card` in pixels, for the virtual list. */
const CARD_HEIGHT = { compact: 74, comfortable: 84 } as const;
const PAGE_KEY_ROWS = 8;

interface QueueRowsProps {
  readonly view: BoardView;
  readonly queue: QueueRowsResult;
  readonly rows: ReturnType<typeof useQueueRowCursor>;
  readonly list: RefObject<QueueListHandle | null>;
  readonly picked: readonly QueueCase[];
  readonly open: (id: string | undefined) => void;
  readonly move: (step: number, isExtending?: boolean) => void;
}

/** Rows of the list, with their clicks, keys and drags. */
export function QueueRows({ view, queue, rows, list, picked, open, move }: QueueRowsProps) {
  const { density } = useStore(preferencesStore);
  const context = useCardContext(picked);
  const { query } = queue;
  const { fetchNextPage, hasNextPage, isFetching } = query;
  const onMore = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [fetchNextPage, isFetching]);
  const pick = (id: string, how: QueueRowClickKind) => {
    rows.pick(id, how);
    if (how === "open") open(id);
  };
  const press = (event: KeyboardEvent) => {
    const did = handleListKey(event, { rows, order: queue.rows, open, move });
    if (!did) return;
    event.preventDefault();
    // Otherwise the board's own shortcuts would handle the key a second time.
    event.stopPropagation();
  };
  return (
    <QueueList
      // A new key for another list, which begins at its top, and for rows of another height, which are measured again.
      key={`${density} ${view.tab} ${view.q} ${view.filter?.join()}`}
      ref={list}
      rows={queue.rows}
      total={queue.total ?? queue.rows.length}
      context={context}
      height={CARD_HEIGHT[density]}
      current={view.case}
      cursor={rows.cursor}
      picked={rows.selection.ids}
      flashing={queue.flashing}
      hasMore={hasNextPage}
      onMore={onMore}
      onPick={pick}
      onHold={queue.hold}
      onKey={press}
    />
  );
}

interface ListKeyInput {
  readonly rows: QueueRowsProps["rows"];
  readonly open: QueueRowsProps["open"];
  readonly move: QueueRowsProps["move"];
  readonly order: readonly QueueCase[];
}

/** Usual keys of a list; J, K and X come from the board. Returns true when the key was handled. */
function handleListKey(
  { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { rows, order, open, move }: ListKeyInput,
): boolean {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_KEY_ROWS, PageUp: -PAGE_KEY_ROWS };
  const step = steps[key];
  if (step !== undefined) move(step, shiftKey);
  else if (key === "Home") rows.moveTo(0);
  else if (key === "End") rows.moveTo(order.length - 1);
  else if (key === "Enter") open(rows.row?.id);
  else if (key === " " && rows.row) rows.pick(rows.row.id, shiftKey ? "extend" : "toggle");
  else if (key === "a" && (ctrlKey || metaKey)) rows.select(order.map(({ id }) => id));
  else if (key === "Escape" && rows.selection.ids.size > 0) rows.clear();
  else return false;
  return true;
}

/** Context that cards share; read when it is needed, so that cards are not drawn again for its changes. */
function useCardContext(picked: readonly QueueCase[]) {
  const t = useTranslations("queue");
  const may = useHasGrant();
  const { data: skills = [] } = useQuery({ ...skillsQuery, enabled: may("getSkills") });
  const names = new Map(skills.map(({ id, name }) => [id, name]));
  const context = useRef<QueueCardContext>({ dragOf: (row) => dragDataOf([row], t), skillName: () => undefined });
  context.current = {
    dragOf: (row) => dragDataOf(picked.some(({ id }) => id === row.id) ? picked : [row], t),
    skillName: (id) => names.get(id),
  };
  return context;
}

function dragDataOf(cases: readonly QueueCase[], t: ReturnType<typeof useTranslations<"queue">>) {
  const [first, ...others] = cases.map(({ id, natural_id, seen }) => ({ case_id: id, natural_id, seen }));
  if (first === undefined || others.length > 0)
    return {
      dragged: { kind: "cases" as const, cases: first === undefined ? [] : [first, ...others] },
      label: t("cases", { count: cases.length }),
    };
  return { dragged: { kind: "case" as const, ...first }, label: first.natural_id };
}
