/** Picked rows, and the anchor from which a range is extended. */
export interface QueueRowSelection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | undefined;
}
export const emptyRowSelection: QueueRowSelection = { ids: new Set(), anchor: undefined };

export function toggleRowInSelection({ ids }: QueueRowSelection, id: string): QueueRowSelection {
  const picked = new Set(ids);
  if (!picked.delete(id)) picked.add(id);
  return { ids: picked, anchor: id };
}

/** Adds the rows between the anchor and a row, both included, to the picked ones. */
export function extendSelection(selection: QueueRowSelection, id: string, order: readonly string[]): QueueRowSelection {
  const [from, to] = [order.indexOf(selection.anchor ?? id), order.indexOf(id)];
  if (from === -1 || to === -1) return toggleRowInSelection(selection, id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor ?? id };
}

/** Drops rows that have left the list: a row that is not visible cannot stay picked. */
export function keepPresentRowsInSelection(
  selection: QueueRowSelection,
  present: ReadonlySet<string>,
): QueueRowSelection {
  const ids = [...selection.ids].filter((id) => present.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}
