import { schemaRangeTexts } from "../../src/contract/range-texts";
import {
  referencedSchemaName,
  type OpenApiParameter,
  resolveSchemaReference,
  type OpenApiSchema,
} from "./api-document";

/** Parameter or field of a body, as the reference shows it. */
export interface ReferenceField {
  readonly name: string;
  /** Anchor of the field, unique on a page: `body-payload.eta`. */
  readonly anchor: string;
  readonly type: string;
  /** Limits in words. */
  readonly limits: readonly string[];
  readonly isRequired: boolean;
  readonly meaning: string;
  /** Values of an enum. */
  readonly values: readonly string[];
  readonly fields: readonly ReferenceField[];
  /** Anchor at which the same schema is shown already: it contains itself. */
  readonly shownAt?: string;
}

interface FieldPlace {
  /** First part of anchors: `body`, `answer`, `path`. */
  readonly part: string;
  readonly path: readonly string[];
  /** Surrounding schemas by name, with the anchors at which they are shown. */
  readonly around: ReadonlyMap<string, string>;
}

export const parameterToReferenceField = ({
  in: part,
  name,
  required = false,
  description,
  schema,
}: OpenApiParameter): ReferenceField => ({
  ...referenceFieldOf({ name, schema, isRequired: required }, { part, path: [], around: new Map() }),
  ...(description === undefined ? {} : { meaning: description }),
});

/** Fields of a body; for a body with several variants those of each, below its name. */
export function referenceFieldsOfBody(schema: OpenApiSchema, part: string): readonly ReferenceField[] {
  return fieldsWithin(schema, { part, path: [], around: new Map() });
}

function fieldsWithin(schema: OpenApiSchema, place: FieldPlace): readonly ReferenceField[] {
  const { type, properties, items, anyOf, additionalProperties, required = [] } = resolveSchemaReference(schema);
  const name = referencedSchemaName(schema);
  const around = name === undefined ? place.around : new Map([...place.around, [name, fieldAnchor(place)]]);
  const inside = { ...place, around };
  if (anyOf) return anyOf.flatMap((variant, at) => variantFields(variant, { ...inside, at }));
  if (type === "array" && items) return fieldsWithin(items, inside);
  const named = Object.entries(properties ?? {}).map(([field, its]) =>
    referenceFieldOf({ name: field, schema: its, isRequired: required.includes(field) }, inside),
  );
  if (typeof additionalProperties !== "object") return named;
  return [...named, referenceFieldOf({ name: "{name}", schema: additionalProperties, isRequired: false }, inside)];
}

/** Fields of one variant of a value, under the variant's name or the value that distinguishes it. */
function variantFields(
  variant: OpenApiSchema,
  { at, ...place }: FieldPlace & { at: number },
): readonly ReferenceField[] {
  const resolved = resolveSchemaReference(variant);
  if (schemaTypeText(resolved) !== "object") return fieldsWithin(variant, place);
  const name = referencedSchemaName(variant) ?? tellingFieldValue(resolved) ?? `variant ${at + 1}`;
  const within = { ...place, path: [...place.path, name.replaceAll(/\W+/g, "-")] };
  return [
    {
      name,
      anchor: fieldAnchor(within),
      type: at === 0 ? "this" : "or this",
      limits: [],
      isRequired: false,
      meaning: resolved.description ?? "",
      values: [],
      // The first variant, which is answered most, has the shorter anchors.
      fields: fieldsWithin(variant, at === 0 ? place : within),
    },
  ];
}

const tellingFieldValue = ({ properties = {} }: OpenApiSchema) =>
  Object.values(properties)
    .map(({ enum: values }) => values)
    .find((values) => values?.length === 1)
    ?.map(String)[0];

interface NamedFieldSchema {
  readonly name: string;
  readonly schema: OpenApiSchema;
  readonly isRequired: boolean;
}

function referenceFieldOf(
  { name, schema, isRequired }: NamedFieldSchema,
  { part, path, around }: FieldPlace,
): ReferenceField {
  const place = { part, path: [...path, name], around };
  const resolved = resolveSchemaReference(schema);
  const shape = referencedSchemaName(schema) ?? referencedSchemaName(resolved.items ?? {});
  const shownAt = shape === undefined ? undefined : around.get(shape);
  return {
    name,
    anchor: fieldAnchor(place),
    type: schemaTypeText(resolved),
    limits: limitTexts(resolved),
    isRequired,
    meaning: resolved.description ?? "",
    values: (resolved.enum ?? resolveSchemaReference(resolved.items ?? {}).enum ?? resolved["x-extensible-enum"] ?? [])
      .filter((value) => value !== null)
      .map(String),
    fields: shownAt === undefined ? fieldsWithin(schema, place) : [],
    ...(shownAt === undefined ? {} : { shownAt }),
  };
}

const fieldAnchor = ({ part, path }: FieldPlace) => (path.length === 0 ? part : `${part}-${path.join(".")}`);

export function schemaTypeText({
  type,
  format,
  anyOf,
  enum: values,
  items,
  additionalProperties,
}: OpenApiSchema): string {
  if (anyOf) return [...new Set(anyOf.map((variant) => schemaTypeText(resolveSchemaReference(variant))))].join(" or ");
  if (type === "array") return `array of ${pluralOf(schemaTypeText(resolveSchemaReference(items ?? {})))}`;
  if (values) return "enum";
  if (type === "object") return typeof additionalProperties === "object" ? "map" : "object";
  return format ?? type ?? "any JSON";
}

const pluralOf = (type: string) => (type === "any JSON" ? type : type === "enum" ? "enum values" : `${type}s`);

function limitTexts(schema: OpenApiSchema): readonly string[] {
  const { items, nullable, default: fallback, pattern, uniqueItems, enum: values = [] } = schema;
  const within = items ? schemaRangeTexts(resolveSchemaReference(items)).map((words) => `each ${words}`) : [];
  return [
    ...(values.length > 1 ? [`${values.filter((value) => value !== null).length} values`] : []),
    ...(schema["x-extensible-enum"] ? ["further values may come"] : []),
    ...schemaRangeTexts(schema),
    ...within,
    ...(pattern === undefined ? [] : [`pattern \`${pattern}\``]),
    ...(uniqueItems === true ? ["each once"] : []),
    ...(nullable === true ? ["may be null"] : []),
    ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``]),
  ];
}

/** Number of fields at all levels. */
export const countNestedFields = (fields: readonly ReferenceField[]): number =>
  fields.reduce((count, field) => count + 1 + countNestedFields(field.fields), 0);
