import type { ImportColumn } from "./column";

/** First line of a file: the positions of its columns. */
export interface ImportHeader {
  readonly width: number;
  readonly columns: readonly { readonly column: ImportColumn; readonly index: number }[];
  /** Names of unknown columns, which are not read. */
  readonly unknown: readonly string[];
  /** Column that fills a field of a request; null where there is none. */
  columnOf(field: string): string | null;
}

/** Reads the header; undefined for a line that names no column of the kind, or one of them twice. */
export function parseImportHeader(cells: readonly string[], known: readonly ImportColumn[]): ImportHeader | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columns = names.flatMap((name, index) => {
    const column = known.find((candidate) => candidate.name === name);
    return column ? [{ column, index }] : [];
  });
  if (columns.length === 0 || new Set(columns.map(({ column }) => column)).size < columns.length) return undefined;
  const isKnown = new Set(known.map(({ name }) => name));
  return {
    width: cells.length,
    columns,
    unknown: names.filter((name) => name !== "" && !isKnown.has(name)),
    columnOf: (field) => {
      const [outer = "", inner] = field.split(".");
      const filling = known.find((column) =>
        column.within === undefined ? column.field === outer : column.within === outer && column.field === inner,
      );
      return filling?.name ?? known.find(({ name }) => outer.startsWith(name))?.name ?? null;
    },
  };
}
