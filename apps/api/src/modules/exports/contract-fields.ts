import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { Case } from "@leitstand/contract/cases/case";
import { DateTime } from "@leitstand/contract/core/schema";
import { Tour } from "@leitstand/contract/tours/tour";

/** Part of JSON Schema that describes which fields exist, and how their values are written. */
export interface JsonSchemaPart {
  readonly type?: string;
  readonly format?: string;
  readonly anyOf?: readonly JsonSchemaPart[];
  readonly properties?: Readonly<Record<string, JsonSchemaPart>>;
  readonly items?: JsonSchemaPart;
}

/** Schema with the keywords of JSON Schema, which its types do not name. */
const asSchemaPart = (schema: object): JsonSchemaPart => schema as JsonSchemaPart;

export const schemaVariantsOf = (schema: JsonSchemaPart): readonly JsonSchemaPart[] =>
  schema.anyOf?.flatMap(schemaVariantsOf) ?? [schema];

const textSchema: JsonSchemaPart = { type: "string" };
/** Schemas of everything that documents and templates print. */
export const printedSchemas = {
  case: asSchemaPart(Case),
  history: { items: asSchemaPart(CaseStateUpdate) },
  tour: asSchemaPart(Tour),
  company: { properties: { name: textSchema } },
  document: { properties: { made_at: asSchemaPart(DateTime), made_by: textSchema } },
} as const satisfies Readonly<Record<string, JsonSchemaPart>>;

/** Names of all fields below a schema whose values have a format. */
const fieldNamesWithFormat = (schema: JsonSchemaPart, format: string): readonly string[] =>
  schemaVariantsOf(schema).flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([field, held]) => [
      ...(schemaVariantsOf(held).some((variant) => variant.format === format) ? [field] : []),
      ...fieldNamesWithFormat(held, format),
    ]),
    ...(items ? fieldNamesWithFormat(items, format) : []),
  ]);

/** Fields that hold a day. A text of the same form in another field, such as a number of a customer, is no day. */
export const dayFieldNames: ReadonlySet<string> = new Set(fieldNamesWithFormat({ properties: printedSchemas }, "date"));
/** Fields that hold a moment. */
export const momentFieldNames: ReadonlySet<string> = new Set(
  fieldNamesWithFormat({ properties: printedSchemas }, "date-time"),
);
