import { rangeWords } from "../../src/contract/range-words";
import { nameOf, type Parameter, resolve, type Schema } from "./api-document";

/** Parameter or field of a body, as the reference shows it. */
export interface Field {
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
  readonly fields: readonly Field[];
  /** Anchor at which the same schema is shown already: it contains itself. */
  readonly shownAt?: string;
}

interface Place {
  /** First part of anchors: `body`, `answer`, `path`. */
  readonly part: string;
  readonly path: readonly string[];
  /** Surrounding schemas by name, with the anchors at which they are shown. */
  readonly around: ReadonlyMap<string, string>;
}

export const parameterField = ({ in: part, name, required = false, description, schema }: Parameter): Field => ({
  ...fieldOf({ name, schema, isRequired: required }, { part, path: [], around: new Map() }),
  ...(description === undefined ? {} : { meaning: description }),
});

/** Fields of a body; for a body with several variants those of each, below its name. */
export function bodyFields(schema: Schema, part: string): readonly Field[] {
  return fieldsWithin(schema, { part, path: [], around: new Map() });
}

function fieldsWithin(schema: Schema, place: Place): readonly Field[] {
  const { type, properties, items, anyOf, additionalProperties, required = [] } = resolve(schema);
  const name = nameOf(schema);
  const around = name === undefined ? place.around : new Map([...place.around, [name, anchorOf(place)]]);
  const inside = { ...place, around };
  if (anyOf) return anyOf.flatMap((variant, at) => variantFields(variant, { ...inside, at }));
  if (type === "array" && items) return fieldsWithin(items, inside);
  const named = Object.entries(properties ?? {}).map(([field, its]) =>
    fieldOf({ name: field, schema: its, isRequired: required.includes(field) }, inside),
  );
  if (typeof additionalProperties !== "object") return named;
  return [...named, fieldOf({ name: "{name}", schema: additionalProperties, isRequired: false }, inside)];
}

/** One variant of a value: an object below its name, or below the value that distinguishes it. */
function variantFields(variant: Schema, { at, ...place }: Place & { at: number }): readonly Field[] {
  const resolved = resolve(variant);
  if (typeOf(resolved) !== "object") return fieldsWithin(variant, place);
  const name = nameOf(variant) ?? tellingValue(resolved) ?? `variant ${at + 1}`;
  const within = { ...place, path: [...place.path, name.replaceAll(/\W+/g, "-")] };
  return [
    {
      name,
      anchor: anchorOf(within),
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

const tellingValue = ({ properties = {} }: Schema) =>
  Object.values(properties)
    .map(({ enum: values }) => values)
    .find((values) => values?.length === 1)
    ?.map(String)[0];

interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function fieldOf({ name, schema, isRequired }: NamedSchema, { part, path, around }: Place): Field {
  const place = { part, path: [...path, name], around };
  const resolved = resolve(schema);
  const shape = nameOf(schema) ?? nameOf(resolved.items ?? {});
  const shownAt = shape === undefined ? undefined : around.get(shape);
  return {
    name,
    anchor: anchorOf(place),
    type: typeOf(resolved),
    limits: limitsOf(resolved),
    isRequired,
    meaning: resolved.description ?? "",
    values: (resolved.enum ?? resolve(resolved.items ?? {}).enum ?? resolved["x-extensible-enum"] ?? [])
      .filter((value) => value !== null)
      .map(String),
    fields: shownAt === undefined ? fieldsWithin(schema, place) : [],
    ...(shownAt === undefined ? {} : { shownAt }),
  };
}

const anchorOf = ({ part, path }: Place) => (path.length === 0 ? part : `${part}-${path.join(".")}`);

export function typeOf({ type, format, anyOf, enum: values, items, additionalProperties }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map((variant) => typeOf(resolve(variant))))].join(" or ");
  if (type === "array") return `array of ${plural(typeOf(resolve(items ?? {})))}`;
  if (values) return "enum";
  if (type === "object") return typeof additionalProperties === "object" ? "map" : "object";
  return format ?? type ?? "any JSON";
}

const plural = (type: string) => (type === "any JSON" ? type : type === "enum" ? "enum values" : `${type}s`);

function limitsOf(schema: Schema): readonly string[] {
  const { items, nullable, default: fallback, pattern, uniqueItems, enum: values = [] } = schema;
  const within = items ? rangeWords(resolve(items)).map((words) => `each ${words}`) : [];
  return [
    ...(values.length > 1 ? [`${values.filter((value) => value !== null).length} values`] : []),
    ...(schema["x-extensible-enum"] ? ["further values may come"] : []),
    ...rangeWords(schema),
    ...within,
    ...(pattern === undefined ? [] : [`pattern \`${pattern}\``]),
    ...(uniqueItems === true ? ["each once"] : []),
    ...(nullable === true ? ["may be null"] : []),
    ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``]),
  ];
}

/** Number of fields at all levels. */
export const countFields = (fields: readonly Field[]): number =>
  fields.reduce((count, field) => count + 1 + countFields(field.fields), 0);
