import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { Case } from "@leitstand/contract/cases/case";
import { Tour } from "@leitstand/contract/tours/tour";

/** Paths that templates can name: the fields of the contract, and no others. */

export type TemplatePath = readonly string[];
export interface FoundPath {
  /** Kind of the path: a value that can be written, a list, or an object with fields of its own. */
  readonly kind: "value" | "list" | "thing";
  readonly path: TemplatePath;
  /** Schema of one item of a list. */
  readonly item?: TemplateSchema;
}

/** Part of JSON Schema that describes which fields exist. */
interface SchemaPart {
  readonly type?: string;
  readonly anyOf?: readonly SchemaPart[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
}

export class TemplateSchema {
  constructor(private readonly roots: Readonly<Record<string, SchemaPart>>) {}

  find(dotted: string): FoundPath | undefined {
    const path = dotted.split(".");
    let at: SchemaPart | undefined = { properties: this.roots };
    for (const field of path) at = fieldOf(at, field);
    if (!at) return undefined;
    const list = variantsOf(at).find(({ items }) => items);
    if (list?.items) return { kind: "list", path, item: new TemplateSchema({ ...this.roots, this: list.items }) };
    return { kind: variantsOf(at).some(({ properties }) => properties) ? "thing" : "value", path };
  }
}

const variantsOf = (schema: SchemaPart): readonly SchemaPart[] => schema.anyOf?.flatMap(variantsOf) ?? [schema];

function fieldOf(schema: SchemaPart | undefined, field: string): SchemaPart | undefined {
  if (!schema) return undefined;
  for (const { properties } of variantsOf(schema))
    if (properties && Object.hasOwn(properties, field)) return properties[field];
  return undefined;
}

/** Schema with the keywords of JSON Schema, which its types do not name. */
const describe = (schema: object): SchemaPart => schema as SchemaPart;
const text: SchemaPart = { type: "string" };
const common = { company: { properties: { name: text } }, document: { properties: { made_at: text, made_by: text } } };

export const templateSchemas = {
  CASE: new TemplateSchema({ ...common, case: describe(Case), history: { items: describe(CaseStateUpdate) } }),
  TOUR: new TemplateSchema({ ...common, tour: describe(Tour) }),
} as const;
export type TemplateKind = keyof typeof templateSchemas;

/** Data for a request without a case or tour: the examples of the reference. */
export const sampleOf = (kind: TemplateKind): Readonly<Record<string, unknown>> =>
  kind === "CASE" ? { case: exampleOf(Case), history: [exampleOf(CaseStateUpdate)] } : { tour: exampleOf(Tour) };

const exampleOf = (schema: object) => (schema as { readonly examples: readonly unknown[] }).examples[0];
