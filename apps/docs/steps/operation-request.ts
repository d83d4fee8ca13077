import { bodyExampleOf } from "@leitstand/contract/openapi/openapi-example";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { TObject } from "@leitstand/contract/core/schema";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: Json;
}
/** As much of an operation in the OpenAPI document as examples are made of. */
export interface Described {
  readonly parameters: readonly Parameter[];
}

/** One request of an operation, with the examples of the contract for all that is required. */
export interface ExampleRequest {
  readonly method: string;
  /** Below the base URL, with its parameters filled in. */
  readonly path: string;
  readonly auth: Operation["auth"];
  readonly body: Json | undefined;
  /** Of an upload: its text fields, beside the part `file`. */
  readonly form: readonly (readonly [string, string])[] | undefined;
  /** Everything in one object, as our client takes it. */
  readonly input: { readonly [name: string]: Json };
}

export function exampleRequest(operation: Operation, described: Described): ExampleRequest {
  const { method, auth } = operation;
  const parameters = described.parameters.filter(({ required }) => required === true);
  const valueOf = (name: string) => plain(parameters.find((parameter) => parameter.name === name)?.example ?? name);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  const query = new URLSearchParams(
    parameters.filter(({ in: place }) => place === "query").map(({ name, example }) => [name, plain(example ?? name)]),
  );
  const isUpload = operation.bodyType === "multipart";
  const example = bodyExampleOf(operation) as Json | undefined;
  const body = isUpload ? undefined : example;
  const needed: readonly string[] = (operation.body as TObject | undefined)?.required ?? [];
  const form = isUpload
    ? Object.entries(fieldsOf(example))
        .filter(([name]) => needed.includes(name))
        .map(([name, value]) => [name, plain(value)] as const)
    : undefined;
  const placed = parameters
    .filter(({ in: place }) => place !== "header")
    .map(({ name, example }) => [name, example ?? name] as const);
  return {
    method,
    path: query.size > 0 ? `${path}?${query.toString().replaceAll("+", "%20")}` : path,
    auth,
    body,
    form,
    input: {
      ...Object.fromEntries(placed),
      ...fieldsOf(body),
      ...Object.fromEntries(form ?? []),
    },
  };
}

/** Lists are written with commas: those that are required hold numbers, ids or words. */
const plain = (value: Json) =>
  typeof value === "string" ? value : Array.isArray(value) ? value.join() : JSON.stringify(value);

const fieldsOf = (body: Json | undefined): { readonly [name: string]: Json } =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? (body as { readonly [name: string]: Json }) : {};
