import type { TObject, TSchema } from "@leitstand/contract/core/schema";
import { readerOf } from "./cells";
import type { Column } from "./column";
import type { Fields, Key } from "./row-plan";

/** Columns that are named like the fields they fill; the contract determines how cells are read. */
export const columnsOf = (schema: TObject, names: readonly string[], within?: string): readonly Column[] =>
  names.map((name) => ({
    name,
    field: name,
    read: readerOf(schema.properties[name] as TSchema),
    isPhoneNumber: isPhoneNumber(schema.properties[name] as TSchema),
    ...(within === undefined ? {} : { within }),
  }));

const isPhoneNumber = (schema: object): boolean =>
  "x-phone-number" in schema || ("anyOf" in schema && (schema.anyOf as object[]).some(isPhoneNumber));

/** Column whose cells name an item of a list; with `field` null, `extend` reads it. */
export const namingColumn = (name: string, field: string | null): Column => ({
  name,
  field,
  list: name,
  read: (cell) => cell,
});

/** Key by a text field, in its normalized spelling. */
export const keyBy = (column: string, spell: (value: string) => string = (value) => value): Key => ({
  column,
  valueOf: ({ [column]: value }: Fields) => (typeof value === "string" && value !== "" ? spell(value) : null),
});
