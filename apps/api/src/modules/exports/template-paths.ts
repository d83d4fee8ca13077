import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { Case } from "@leitstand/contract/cases/case";
import { Tour } from "@leitstand/contract/tours/tour";
import { type JsonSchemaPart, printedSchemas, schemaVariantsOf } from "./contract-fields";

/** Path of a placeholder, field by field: `case.contact.name` is three. */
export type TemplateFieldPath = readonly string[];
export interface ResolvedTemplateFieldPath {
  /** Kind of the path: a value that can be written, a list, or an object with fields of its own. */
  readonly kind: "value" | "list" | "thing";
  readonly path: TemplateFieldPath;
  /** Schema of one item of a list. */
  readonly item?: TemplateFieldSchema;
}

/** Paths that a template may name: the fields of the contract, and no others. */
export class TemplateFieldSchema {
  constructor(private readonly roots: Readonly<Record<string, JsonSchemaPart>>) {}

  find(dotted: string): ResolvedTemplateFieldPath | undefined {
    const path = dotted.split(".");
    let at: JsonSchemaPart | undefined = { properties: this.roots };
    for (const field of path) at = schemaOfField(at, field);
    if (!at) return undefined;
    const list = schemaVariantsOf(at).find(({ items }) => items);
    if (list?.items) return { kind: "list", path, item: new TemplateFieldSchema({ ...this.roots, this: list.items }) };
    return { kind: schemaVariantsOf(at).some(({ properties }) => properties) ? "thing" : "value", path };
  }
}

function schemaOfField(schema: JsonSchemaPart | undefined, field: string): JsonSchemaPart | undefined {
  if (!schema) return undefined;
  for (const { properties } of schemaVariantsOf(schema))
    if (properties && Object.hasOwn(properties, field)) return properties[field];
  return undefined;
}

const { case: caseSchema, history, tour, ...commonSchemas } = printedSchemas;
export const templateFieldSchemasByKind = {
  CASE: new TemplateFieldSchema({ ...commonSchemas, case: caseSchema, history }),
  TOUR: new TemplateFieldSchema({ ...commonSchemas, tour }),
} as const;
export type TemplateKind = keyof typeof templateFieldSchemasByKind;

/** Data for a request without a case or tour: the examples of the reference. */
export const createSampleTemplateData = (kind: TemplateKind): Readonly<Record<string, unknown>> =>
  kind === "CASE"
    ? { case: contractExampleOf(Case), history: [contractExampleOf(CaseStateUpdate)] }
    : { tour: contractExampleOf(Tour) };

const contractExampleOf = (schema: object) => (schema as { readonly examples: readonly unknown[] }).examples[0];
