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
/** As much of an operation in the OpenAPI document as examples are made of. */
export interface Described {
  readonly parameters: readonly Parameter[];
}

export interface RequestFile {
  readonly name: string;
  readonly type: string;
}

/** One request of an operation, with the examples of the contract for all that is required, and variables for what is somebody's. */
export interface ExampleRequest {
  readonly method: string;
  /** Below the base URL, with its query, ready to be put together. */
  readonly path: readonly (string | Variable)[];
  readonly auth: Operation["auth"];
  readonly body: Value | undefined;
  /** Of an upload: its text fields, beside the part `file`. */
  readonly form: readonly (readonly [string, string | Variable])[] | undefined;
  readonly file: RequestFile | undefined;
  /** The name under which a program keeps an answer that is a file. */
  readonly saves: string | undefined;
  /** Parameters of the path, and what the query says. */
  readonly parameters: { readonly path: Fields; readonly query: Fields };
  /** Everything in one object, as our client takes it. */
  readonly input: Fields;
  /** All that it names of the environment, beside token or key. */
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

/** A space as in the rest of an address; of forms, the plus sign is a reserved character elsewhere. */
const search = (query: Fields) =>
  Object.entries(query).flatMap(([name, value], index) => [`${index === 0 ? "?" : "&"}${name}=`, ...writtenOut(value)]);

/** Lists are written with commas: those that are shown hold numbers, ids or words. */
function writtenOut(value: Value): readonly (string | Variable)[] {
  return [value instanceof Variable ? value : encodeURIComponent(plain(value))];
}
const plain = (value: Value) =>
  typeof value === "string" ? value : Array.isArray(value) ? value.join() : JSON.stringify(value);

/** Texts beside each other become one. */
const joined = (pieces: readonly (string | Variable)[]) =>
  pieces
    .reduce<(string | Variable)[]>((all, piece) => {
      const last = all.at(-1);
      if (typeof piece === "string" && typeof last === "string") return [...all.slice(0, -1), last + piece];
      return [...all, piece];
    }, [])
    .filter((piece) => piece !== "");
