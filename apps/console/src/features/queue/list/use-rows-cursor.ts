import { type RefObject, useState } from "react";
import type { QueueCase } from "./queue-case.ts";
import type { QueueRowClickKind, QueueListHandle } from "./queue-list.tsx";
import {
  extendSelection,
  keepPresentRowsInSelection,
  emptyRowSelection,
  toggleRowInSelection,
} from "./queue-selection.ts";

/**
 * Cursor and picked rows of the list. When the row under the cursor leaves, the row that takes its place gets the
 * cursor.
 */
export function useQueueRowCursor(rows: readonly QueueCase[], list: RefObject<QueueListHandle | null>) {
  const [at, setAt] = useState<{ id: string; index: number }>();
  const [chosen, setSelection] = useState(emptyRowSelection);
  const order = rows.map(({ id }) => id);
  const selection = chosen.ids.size === 0 ? chosen : keepPresentRowsInSelection(chosen, new Set(order));
  const found = at === undefined ? -1 : rows[at.index]?.id === at.id ? at.index : order.indexOf(at.id);
  const cursor = found === -1 && at !== undefined ? Math.min(at.index, rows.length - 1) : found;
  const moveTo = (wanted: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, wanted));
    const id = order[index];
    if (id === undefined) return undefined;
    setAt({ id, index });
    list.current?.show(index);
    list.current?.focus();
    return id;
  };
  return {
    cursor,
    row: rows[cursor],
    selection,
    /** Changes only when the dispatcher picks, and not when a picked row leaves the list. */
    picks: chosen,
    clear: () => setSelection(emptyRowSelection),
    select: (ids: readonly string[]) => setSelection({ ids: new Set(ids), anchor: ids[0] }),
    moveTo,
    move: (step: number, isExtending = false) => {
      const id = moveTo(cursor + step);
      if (!isExtending || id === undefined) return;
      const anchor = selection.anchor ?? rows[cursor]?.id;
      setSelection(extendSelection({ ...selection, anchor }, id, order));
    },
    pick: (id: string, how: QueueRowClickKind) => {
      setAt({ id, index: order.indexOf(id) });
      if (how === "toggle") setSelection(toggleRowInSelection(selection, id));
      if (how === "extend") setSelection(extendSelection(withAnchor(selection, rows[cursor]?.id), id, order));
    },
  };
}

const withAnchor = (selection: typeof emptyRowSelection, id: string | undefined) => ({
  ...selection,
  anchor: selection.anchor ?? id,
});
