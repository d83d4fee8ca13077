import type { TObject, TSchema } from "@leitstand/contract/core/schema";
import { readerOf } from "./cells";
import type { Column } from "./column";
import type { Fields, Key } from "./row-plan";

/** Columns that are called like the fields they fill; how cells are read follows from the contract. */
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

/** A column whose cells name a thing of a list; `field` null: `extend` says what becomes of it. */
export const namingColumn = (name: string, field: string | null): Column => ({
  name,
  field,
  list: name,
  read: (cell) => cell,
});

/** Known by a text field, in the spelling that counts. */
export const keyBy = (column: string, spell: (value: string) => string = (value) => value): Key => ({
  column,
  valueOf: ({ [column]: value }: Fields) => (typeof value === "string" && value !== "" ? spell(value) : null),
});
