import type { JsonValue, JsonObject } from "./openapi-json";
import type { Operation } from "../operation/operation";

const exampleByFormat: Readonly<Record<string, string>> = {
  uuid: "0b8f4a52-6c1d-4e0a-9b57-3d2c8f1e7a60",
  "date-time": "2026-03-14T09:26:53Z",
  date: "2026-03-14",
  time: "09:26:53Z",
  email: "anna.gruber@example.org",
  uri: "https://example.org",
  hostname: "example.org",
  ipv4: "192.0.2.1",
};
/** Values tried in this order where a pattern stands without an example. */
const exampleCandidates =
  "AT de +4366412345678 123456 1234 8010 08:30 #1f6feb example C-2026-000123 id,asc a A 1".split(" ");

/**
 * Examples that the documents show as the body of a request, and as the answer; the contract's own, or one that fits.
 */
export const requestBodyExampleOf = ({ body, example }: Operation) =>
  body === undefined ? undefined : ((example?.body ?? exampleOfSchema(body)) as JsonValue);
export const answerExampleOf = ({ answer, example }: Operation) =>
  answer === undefined ? undefined : ((example?.answer ?? exampleOfSchema(answer)) as JsonValue);

/** Whether a schema is a component with an example, or a list of such, that shows the very same. */
export function isExampleShownBySchema(schema: object, example: JsonValue): boolean {
  const { $id, items } = schema as { $id?: string; items?: { $id?: string; examples?: unknown } };
  const named = ($id === undefined ? items : schema) as { $id?: string; examples?: unknown } | undefined;
  const isShown = named?.$id !== undefined && named.examples !== undefined;
  return isShown && JSON.stringify(example) === JSON.stringify(exampleOfSchema(schema));
}

/** A value that the schema accepts: its own example where it has one, otherwise the plainest there is. */
export function exampleOfSchema(schema: object, name = "value"): JsonValue {
  const source = schema as { readonly [keyword: string]: unknown };
  const { examples, anyOf, oneOf, allOf } = source;
  if (Array.isArray(examples)) return examples[0] as JsonValue;
  if ("const" in source) return source["const"] as JsonValue;
  if ("default" in source) return source["default"] as JsonValue;
  if (Array.isArray(source["enum"])) return source["enum"][0] as JsonValue;
  const choices = (anyOf ?? oneOf) as object[] | undefined;
  if (choices?.[0]) return exampleOfSchema(choices[0], name);
  if (Array.isArray(allOf))
    return Object.assign({}, ...allOf.map((part) => exampleOfSchema(part as object, name))) as JsonValue;
  const type = Array.isArray(source["type"]) ? source["type"][0] : source["type"];
  if (type === "object") return exampleObject(source);
  if (type === "array") return exampleList(source, name);
  if (type === "string") return exampleText(source, name);
  if (type === "integer" || type === "number") return exampleNumber(source);
  if (type === "boolean") return true;
  return type === "null" ? null : {};
}

function exampleObject({ properties }: { readonly properties?: unknown }): JsonObject {
  const entries = Object.entries((properties ?? {}) as Record<string, object>);
  return Object.fromEntries(entries.map(([key, value]) => [key, exampleOfSchema(value, key)]));
}

function exampleList(source: { readonly [keyword: string]: unknown }, name: string): JsonValue {
  const { items, minItems } = source;
  if (Array.isArray(items)) return items.map((item) => exampleOfSchema(item as object, name));
  const count = Math.max(1, typeof minItems === "number" ? minItems : 0);
  return Array.from({ length: count }, () => exampleOfSchema((items ?? {}) as object, name));
}

function exampleText(source: { readonly [keyword: string]: unknown }, name: string): string {
  const { format, pattern, minLength = 0, maxLength = 1000 } = source;
  if (typeof format === "string" && exampleByFormat[format]) return exampleByFormat[format];
  if (typeof pattern === "string") {
    const found = exampleCandidates.find((candidate) => new RegExp(pattern, "u").test(candidate));
    if (found === undefined) throw new Error(`${name}: a text with the pattern ${pattern} needs an example`);
    return found;
  }
  const words = name.replaceAll("_", " ");
  return words.padEnd(Number(minLength), "x").slice(0, Number(maxLength));
}

function exampleNumber(source: { readonly [keyword: string]: unknown }): number {
  const { minimum, maximum, exclusiveMinimum } = source;
  const low = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : typeof minimum === "number" ? minimum : 1;
  const wanted = Math.max(1, low);
  return typeof maximum === "number" ? Math.min(wanted, maximum) : wanted;
}
