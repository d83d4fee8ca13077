import type { CaseSight } from "@leitstand/client/case-sight";

/** A case of the queue, and what was seen of it when it was picked up. */
export interface DraggedCase {
  readonly case_id: string;
  readonly natural_id: string;
  readonly seen: CaseSight;
}
/** What is dragged over the board; whoever takes it checks `kind`. */
export type Dragged =
  | ({ readonly kind: "case" } & DraggedCase)
  | { readonly kind: "cases"; readonly cases: readonly DraggedCase[] };

/** Drag and drop libraries carry loose records: ours are under one name. */
export const asDragData = (dragged: Dragged): Record<string, unknown> => ({ leitstand: dragged });
export const draggedOf = (data: Record<string | symbol, unknown>): Dragged | undefined =>
  data["leitstand"] as Dragged | undefined;
