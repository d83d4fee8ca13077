import type { TSchema } from "@leitstand/contract/core/schema";

/** Value of a cell as a request spells it, or `undefined` for an empty cell where the field cannot be null. */
export type CellReader = (cell: string) => unknown;

interface SchemaPart {
  readonly type?: string;
  readonly minLength?: number;
  readonly enum?: unknown;
  readonly pattern?: string;
  readonly anyOf?: readonly SchemaPart[];
}

const YES = new Set(["true", "1", "yes", "ja", "wahr", "x"]);
const NO = new Set(["false", "0", "no", "nein", "falsch"]);

/**
 * Reader for cells of one field, by its schema. A cell with another value stays text, which the contract's check then
 * refuses.
 */
export function readerOf(schema: TSchema): CellReader {
  const shapes = (schema as SchemaPart).anyOf ?? [schema as SchemaPart];
  const types = new Set(shapes.map(({ type }) => type));
  const read = types.has("string") ? readText : types.has("boolean") ? readBoolean : readNumber;
  const mayBeEmpty = shapes.every(
    ({ type, minLength = 0, ...bound }) => type === "string" && minLength === 0 && !bound.enum && !bound.pattern,
  );
  const nothing = types.has("null") ? null : mayBeEmpty ? "" : undefined;
  return (cell) => (cell === "" ? nothing : read(cell));
}

const readText = (cell: string) => cell;

function readBoolean(cell: string): boolean | string {
  const word = cell.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : cell;
}

/** Reads a number, also with a decimal comma, as spreadsheets write it in some languages. */
const readNumber = (cell: string): number | string =>
  /^-?\d{1,15}([.,]\d{1,15})?$/.test(cell) ? Number(cell.replace(",", ".")) : cell;
