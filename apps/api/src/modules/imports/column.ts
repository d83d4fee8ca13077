import type { CellReader } from "./cells";

/** A column of the file. */
export interface Column {
  readonly name: string;
  readonly read: CellReader;
  /** The field of the request that it fills; the name unless it says otherwise. Null: what `extend` makes of it. */
  readonly field: string | null;
  /** The object of the request in which the field stands. */
  readonly within?: string;
  readonly isPhoneNumber?: boolean;
  /** The cell names one of these instead of a value. */
  readonly list?: string;
}
