import { requestBodyExampleOf } from "@leitstand/contract/openapi/openapi-example";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { TObject } from "@leitstand/contract/core/schema";
import type { OperationSampleOverrides } from "../samples/reference/draft";
import { sampleOverridesOfOperation } from "../samples/reference/drafts";
import { variableOfParameter, replaceIdsByVariables } from "../samples/reference/names";
import {
  type SampleObject,
  isSampleObject,
  type SampleValue,
  SampleVariable,
  variablesInValue,
} from "../samples/reference/values";

interface RequestParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: SampleValue;
}
/** Part of an operation in the OpenAPI document that examples are made of. */
export interface DescribedOperationParameters {
  readonly parameters: readonly RequestParameter[];
}

export interface ExampleRequestFile {
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
  readonly path: readonly (string | SampleVariable)[];
  readonly auth: Operation["auth"];
  readonly body: SampleValue | undefined;
  /** Text fields of an upload, beside the part `file`. */
  readonly form: readonly (readonly [string, string | SampleVariable])[] | undefined;
  readonly file: ExampleRequestFile | undefined;
  /** File name under which a program stores a downloaded answer. */
  readonly saves: string | undefined;
  /** Parameters of the path and of the query. */
  readonly parameters: { readonly path: SampleObject; readonly query: SampleObject };
  /** All parameters and fields in one object, as our client takes them. */
  readonly input: SampleObject;
  /** All variables of the request, beside token or key. */
  readonly variables: readonly SampleVariable[];
}

export function buildExampleRequest(operation: Operation, described: DescribedOperationParameters): ExampleRequest {
  const { method, auth } = operation;
  const draft = sampleOverridesOfOperation(operation.id);
  const parameters = { path: requestPathOf(operation, draft), query: requestQueryOf(described, draft) };
  const isUpload = operation.bodyType === "multipart";
  const fields = requestBodyOf(operation, draft);
  const body = isUpload ? undefined : fields;
  const needed: readonly string[] = (operation.body as TObject | undefined)?.required ?? [];
  const form = Object.entries(isSampleObject(fields) ? fields : {})
    .filter(([name]) => needed.includes(name) || draft.body?.[name] !== undefined)
    .map(([name, value]) => [name, value instanceof SampleVariable ? value : plainTextOf(value)] as const);
  const input = {
    ...parameters.path,
    ...parameters.query,
    ...(isUpload ? Object.fromEntries(form) : isSampleObject(body) ? body : {}),
  };
  return {
    method,
    path: joinPieces([...pathPiecesOf(operation.path, parameters.path), ...queryTextOf(parameters.query)]),
    auth,
    body,
    form: isUpload ? form : undefined,
    file: isUpload ? (draft.file ?? { name: "photo.jpg", type: "image/jpeg" }) : undefined,
    saves: operation.answerType === "binary" ? draft.saves : undefined,
    parameters,
    input,
    variables: variablesInValue(input),
  };
}

const requestPathOf = ({ path }: Operation, draft: OperationSampleOverrides): SampleObject =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
      name,
      draft.path?.[name] ?? variableOfParameter(path, name),
    ]),
  );

function requestQueryOf({ parameters }: DescribedOperationParameters, draft: OperationSampleOverrides): SampleObject {
  const shown = parameters.filter(
    ({ in: place, name, required }) => place === "query" && (required === true || draft.query?.[name] !== undefined),
  );
  return Object.fromEntries(
    shown.map(({ name, example }) => [name, draft.query?.[name] ?? replaceIdsByVariables(example ?? name, name)]),
  );
}

function requestBodyOf(operation: Operation, { body: given }: OperationSampleOverrides): SampleValue | undefined {
  const example = requestBodyExampleOf(operation) as SampleValue | undefined;
  if (example === undefined) return undefined;
  const body = replaceIdsByVariables(example);
  return isSampleObject(body) ? { ...body, ...given } : body;
}

const pathPiecesOf = (path: string, values: SampleObject) =>
  path.split(/\{(\w+)\}/).flatMap((piece, index) => (index % 2 === 0 ? [piece] : textPiecesOf(values[piece] ?? piece)));

/** Query with spaces as %20 like in the rest of an address: the plus sign of forms is reserved elsewhere. */
const queryTextOf = (query: SampleObject) =>
  Object.entries(query).flatMap(([name, value], index) => [
    `${index === 0 ? "?" : "&"}${name}=`,
    ...textPiecesOf(value),
  ]);

/** Value of a parameter in pieces; lists are separated by commas: those in examples hold numbers, ids or words. */
function textPiecesOf(value: SampleValue): readonly (string | SampleVariable)[] {
  return [value instanceof SampleVariable ? value : encodeURIComponent(plainTextOf(value))];
}
const plainTextOf = (value: SampleValue) =>
  typeof value === "string" ? value : Array.isArray(value) ? value.join() : JSON.stringify(value);

/** Joins neighbouring texts of a list of texts and variables. */
const joinPieces = (pieces: readonly (string | SampleVariable)[]) =>
  pieces
    .reduce<(string | SampleVariable)[]>((all, piece) => {
      const last = all.at(-1);
      if (typeof piece === "string" && typeof last === "string") return [...all.slice(0, -1), last + piece];
      return [...all, piece];
    }, [])
    .filter((piece) => piece !== "");
