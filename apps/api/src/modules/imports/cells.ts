import type { TSchema } from "@leitstand/contract/core/schema";

/** Value of a cell as a request spells it, or `undefined` for an empty cell of a field that is never empty. */
export type ImportCellReader = (cell: string) => unknown;

interface JsonSchemaPart {
  readonly type?: string;
  readonly minLength?: number;
  readonly enum?: unknown;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchemaPart[];
}

const YES_WORDS = new Set(["true", "1", "yes", "ja", "wahr", "x"]);
const NO_WORDS = new Set(["false", "0", "no", "nein", "falsch"]);

/**
 * Reader for cells of one field, by its schema. A cell with another value stays text, which the contract's check then
 * refuses.
 */
export function createImportCellReader(schema: TSchema): ImportCellReader {
  const shapes = (schema as JsonSchemaPart).anyOf ?? [schema as JsonSchemaPart];
  const types = new Set(shapes.map(({ type }) => type));
  const read = types.has("string") ? readTextCell : types.has("boolean") ? readBooleanCell : readNumberCell;
  const mayBeEmpty = shapes.every(
    ({ type, minLength = 0, ...bound }) => type === "string" && minLength === 0 && !bound.enum && !bound.pattern,
  );
  // A yes or no that is no by default is no in an empty cell; one that is yes, or has no default, is left as it is.
  const isNoByDefault = shapes.some((shape) => shape.default === false);
  const nothing = types.has("null") ? null : mayBeEmpty ? "" : isNoByDefault ? false : undefined;
  return (cell) => (cell === "" ? nothing : read(cell));
}

/** Each reads a cell of one type; text that is no value of the type is returned as it stands. */
const readTextCell = (cell: string) => cell;

function readBooleanCell(cell: string): boolean | string {
  const word = cell.toLowerCase();
  return YES_WORDS.has(word) ? true : NO_WORDS.has(word) ? false : cell;
}

/** Number with a decimal point or a decimal comma, because spreadsheets write both, depending on the language. */
const readNumberCell = (cell: string): number | string =>
  /^-?\d{1,15}([.,]\d{1,15})?$/.test(cell) ? Number(cell.replace(",", ".")) : cell;
