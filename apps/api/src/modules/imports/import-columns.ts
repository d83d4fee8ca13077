import type { TObject, TSchema } from "@leitstand/contract/core/schema";
import { createImportCellReader } from "./cells";
import type { ImportColumn } from "./column";
import type { RequestFieldValues, ImportKeyDefinition } from "./row-plan";

/** Columns that are named like the fields they fill; the contract determines how cells are read. */
export const createImportColumns = (
  schema: TObject,
  names: readonly string[],
  within?: string,
): readonly ImportColumn[] =>
  names.map((name) => ({
    name,
    field: name,
    read: createImportCellReader(schema.properties[name] as TSchema),
    isPhoneNumber: isPhoneNumberSchema(schema.properties[name] as TSchema),
    ...(within === undefined ? {} : { within }),
  }));

const isPhoneNumberSchema = (schema: object): boolean =>
  "x-phone-number" in schema || ("anyOf" in schema && (schema.anyOf as object[]).some(isPhoneNumberSchema));

/** Column whose cells name an item of a list; with `field` null, `extend` reads it. */
export const createImportReferenceColumn = (name: string, field: string | null): ImportColumn => ({
  name,
  field,
  list: name,
  read: (cell) => cell,
});

/** Key by a text field, in its normalized spelling. */
export const createImportTextKey = (
  column: string,
  spell: (value: string) => string = (value) => value,
): ImportKeyDefinition => ({
  column,
  valueOf: ({ [column]: value }: RequestFieldValues) =>
    typeof value === "string" && value !== "" ? spell(value) : null,
});
