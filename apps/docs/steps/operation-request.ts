import type { Operation } from "@leitstand/contract/operation";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: Json;
}
interface Content {
  readonly [type: string]: { readonly example?: Json; readonly schema?: { readonly properties?: object } };
}
/** As much of an operation in the OpenAPI document as examples are made of. */
export interface Described {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
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
  const content = described.requestBody?.content ?? {};
  const body = content["application/json"]?.example;
  const upload = content["multipart/form-data"]?.example;
  const form =
    operation.bodyType === "multipart"
      ? Object.entries(upload ?? {})
          .filter(([name]) => name !== "file")
          .map(([name, value]) => [name, plain(value)] as const)
      : undefined;
  const placed = parameters
    .filter(({ in: place }) => place !== "header")
    .map(({ name, example }) => [name, example ?? name] as const);
  return {
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
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

const plain = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

const fieldsOf = (body: Json | undefined): { readonly [name: string]: Json } =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? (body as { readonly [name: string]: Json }) : {};
