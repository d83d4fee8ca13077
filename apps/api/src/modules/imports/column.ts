import type { ImportCellReader } from "./cells";

/** Column of the file. */
export interface ImportColumn {
  readonly name: string;
  readonly read: ImportCellReader;
  /** Field of the request that it fills, by default the one with its name; null when `extend` reads the column. */
  readonly field: string | null;
  /** Object of the request in which the field stands. */
  readonly within?: string;
  readonly isPhoneNumber?: boolean;
  /** List of which a cell names an item, instead of a value. */
  readonly list?: string;
}
