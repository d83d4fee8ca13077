/** What is dragged over the board; whoever takes it checks `kind`. */
export type Dragged =
  | { readonly kind: "case"; readonly case_id: string; readonly natural_id: string; readonly lock_version: number }
  | {
      readonly kind: "cases";
      readonly cases: readonly { case_id: string; natural_id: string; lock_version: number }[];
    };

/** Drag and drop libraries carry loose records: ours are under one name. */
export const asDragData = (dragged: Dragged): Record<string, unknown> => ({ leitstand: dragged });
export const draggedOf = (data: Record<string | symbol, unknown>): Dragged | undefined =>
  data["leitstand"] as Dragged | undefined;
