import type { CaseFactsSeen } from "@leitstand/client/case-sight";

/** Case of the queue, in the version in which it was picked up. */
export interface DraggedCase {
  readonly case_id: string;
  readonly natural_id: string;
  readonly seen: CaseFactsSeen;
}
/** Data of a drag over the board; a drop target checks `kind`. */
export type DraggedCases =
  | ({ readonly kind: "case" } & DraggedCase)
  | { readonly kind: "cases"; readonly cases: readonly DraggedCase[] };

/** Drag data for the library, whose records are untyped: ours are under one name. */
export const toDragData = (dragged: DraggedCases): Record<string, unknown> => ({ leitstand: dragged });
export const fromDragData = (data: Record<string | symbol, unknown>): DraggedCases | undefined =>
  data["leitstand"] as DraggedCases | undefined;
