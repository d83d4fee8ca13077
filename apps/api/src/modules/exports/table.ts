/** Table for export into a file: the names of its columns, and the content of its cells. */

/** Durations in milliseconds; days as `YYYY-MM-DD`; moments as local times are written; null is an empty cell. */
export type TableCell =
  | { readonly kind: "text"; readonly text: string | null }
  | { readonly kind: "number"; readonly number: number | null }
  | { readonly kind: "duration"; readonly ms: number }
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "moment"; readonly local: string | null };

export interface ExportTable {
  /** Title of the sheet; at most 31 characters, none of `[]:*?/\`. */
  readonly title: string;
  readonly columns: readonly string[];
  /** Rows in pieces as the database answers them. */
  readonly rows: AsyncIterable<readonly (readonly TableCell[])[]>;
}

export const textCell = (text: string | null): TableCell => ({ kind: "text", text });
export const numberCell = (number: number | null): TableCell => ({ kind: "number", number });
export const durationCell = (ms: number): TableCell => ({ kind: "duration", ms });
export const dayCell = (day: string): TableCell => ({ kind: "day", day });
/** @param local `2026-10-25 02:30:00 +01:00` */
export const momentCell = (local: string | null): TableCell => ({ kind: "moment", local });
