/** Which rows are picked, and from where a range is drawn. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | undefined;
}
export const nothing: Selection = { ids: new Set(), anchor: undefined };

export function toggle({ ids }: Selection, id: string): Selection {
  const picked = new Set(ids);
  if (!picked.delete(id)) picked.add(id);
  return { ids: picked, anchor: id };
}

/** Everything between the anchor and a row, both ends included, beside what is picked already. */
export function extend(selection: Selection, id: string, order: readonly string[]): Selection {
  const [from, to] = [order.indexOf(selection.anchor ?? id), order.indexOf(id)];
  if (from === -1 || to === -1) return toggle(selection, id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor ?? id };
}

/** What has left the list cannot stay picked: nobody sees it any more. */
export function keepOnly(selection: Selection, present: ReadonlySet<string>): Selection {
  const ids = [...selection.ids].filter((id) => present.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}
