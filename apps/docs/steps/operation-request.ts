import { bodyExampleOf } from "@leitstand/contract/openapi/openapi-example";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { TObject } from "@leitstand/contract/core/schema";
import type { ReferenceDraft } from "../samples/reference/draft";
import { draftOf } from "../samples/reference/drafts";
import { variableOfParameter, withVariables } from "../samples/reference/names";
import { type Fields, isFields, type Value, Variable, variablesIn } from "../samples/reference/values";

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: Value;
}
/** Part of an operation in the OpenAPI document that examples are made of. */
export interface Described {
  readonly parameters: readonly Parameter[];
}

export interface RequestFile {
  readonly name: string;
  readonly type: string;
}

/**
 * Example request of an operation, with the contract's examples for all required fields, and variables for ids of real
 * objects.
 */
export interface ExampleRequest {
  readonly method: string;
  /** Path below the base URL, with its query, in pieces to be joined. */
  readonly path: readonly (string | Variable)[];
  readonly auth: Operation["auth"];
  readonly body: Value | undefined;
  /** Text fields of an upload, beside the part `file`. */
  readonly form: readonly (readonly [string, string | Variable])[] | undefined;
  readonly file: RequestFile | undefined;
  /** File name under which a program stores a downloaded answer. */
  readonly saves: string | undefined;
  /** Parameters of the path and of the query. */
  readonly parameters: { readonly path: Fields; readonly query: Fields };
  /** All parameters and fields in one object, as our client takes them. */
  readonly input: Fields;
  /** All variables of the request, beside token or key. */
  readonly variables: readonly Variable[];
}

export function exampleRequest(operation: Operation, described: Described): ExampleRequest {
  const { method, auth } = operation;
  const draft = draftOf(operation.id);
  const parameters = { path: pathOf(operation, draft), query: queryOf(described, draft) };
  const isUpload = operation.bodyType === "multipart";
  const fields = bodyOf(operation, draft);
  const body = isUpload ? undefined : fields;
  const needed: readonly string[] = (operation.body as TObject | undefined)?.required ?? [];
  const form = Object.entries(isFields(fields) ? fields : {})
    .filter(([name]) => needed.includes(name) || draft.body?.[name] !== undefined)
    .map(([name, value]) => [name, value instanceof Variable ? value : plain(value)] as const);
  const input = {
    ...parameters.path,
    ...parameters.query,
    ...(isUpload ? Object.fromEntries(form) : isFields(body) ? body : {}),
  };
  return {
    method,
    path: joined([...piecesOf(operation.path, parameters.path), ...search(parameters.query)]),
    auth,
    body,
    form: isUpload ? form : undefined,
    file: isUpload ? (draft.file ?? { name: "photo.jpg", type: "image/jpeg" }) : undefined,
    saves: operation.answerType === "binary" ? draft.saves : undefined,
    parameters,
    input,
    variables: variablesIn(input),
  };
}

const pathOf = ({ path }: Operation, draft: ReferenceDraft): Fields =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
      name,
      draft.path?.[name] ?? variableOfParameter(path, name),
    ]),
  );

function queryOf({ parameters }: Described, draft: ReferenceDraft): Fields {
  const shown = parameters.filter(
    ({ in: place, name, required }) => place === "query" && (required === true || draft.query?.[name] !== undefined),
  );
  return Object.fromEntries(
    shown.map(({ name, example }) => [name, draft.query?.[name] ?? withVariables(example ?? name, name)]),
  );
}

function bodyOf(operation: Operation, { body: given }: ReferenceDraft): Value | undefined {
  const example = bodyExampleOf(operation) as Value | undefined;
  if (example === undefined) return undefined;
  const body = withVariables(example);
  return isFields(body) ? { ...body, ...given } : body;
}

const piecesOf = (path: string, values: Fields) =>
  path.split(/\{(\w+)\}/).flatMap((piece, index) => (index % 2 === 0 ? [piece] : writtenOut(values[piece] ?? piece)));

/** Query with spaces as %20 like in the rest of an address: the plus sign of forms is reserved elsewhere. */
const search = (query: Fields) =>
  Object.entries(query).flatMap(([name, value], index) => [`${index === 0 ? "?" : "&"}${name}=`, ...writtenOut(value)]);

/** Value of a parameter in pieces; lists are separated by commas: those in examples hold numbers, ids or words. */
function writtenOut(value: Value): readonly (string | Variable)[] {
  return [value instanceof Variable ? value : encodeURIComponent(plain(value))];
}
const plain = (value: Value) =>
  typeof value === "string" ? value : Array.isArray(value) ? value.join() : JSON.stringify(value);

/** Joins neighbouring texts. */
const joined = (pieces: readonly (string | Variable)[]) =>
  pieces
    .reduce<(string | Variable)[]>((all, piece) => {
      const last = all.at(-1);
      if (typeof piece === "string" && typeof last === "string") return [...all.slice(0, -1), last + piece];
      return [...all, piece];
    }, [])
    .filter((piece) => piece !== "");
