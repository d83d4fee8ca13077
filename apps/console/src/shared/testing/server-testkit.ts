/** The server as components see it: at `fetch`. Requests and answers are checked against the contract. */
import { errorSentenceOf } from "@leitstand/contract/errors/error-sentences";
import { ErrorAnswer, type ErrorCode, errorDefinitions } from "@leitstand/contract/errors/errors";
import type { AnswerOf, BodyOf, Operation, ParamsOf } from "@leitstand/contract/operation/operation";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import { type Operations, operations } from "@leitstand/contract/operations";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import { afterEach, vi } from "vitest";

type OperationName = keyof Operations;
interface ContractRequest<O> {
  readonly params: ParamsOf<O>;
  readonly query: URLSearchParams;
  readonly body: BodyOf<O>;
}
type StubAnswer<O> = AnswerOf<O> | StubApiRefusal;
type StubAnswers = {
  readonly [K in OperationName]?: (
    asked: ContractRequest<Operations[K]>,
  ) => StubAnswer<Operations[K]> | Promise<StubAnswer<Operations[K]>>;
};

/** Refusal as the error catalogue describes it. */
export class StubApiRefusal {
  readonly code: ErrorCode;
  readonly args: readonly (readonly [key: string, value: string])[];
  constructor(code: ErrorCode, ...args: readonly (readonly [key: string, value: string])[]) {
    this.code = code;
    this.args = args;
  }
}

/** Answer that does not come while the test lasts. */
export const createNeverSettlingPromise = (): Promise<never> => new Promise(() => undefined);
/** Refusal that is answered when the test says so. */
export function createPendingRefusal(...refusal: ConstructorParameters<typeof StubApiRefusal>) {
  let settle: (answer: StubApiRefusal) => void = () => undefined;
  const answer = new Promise<StubApiRefusal>((resolve) => (settle = resolve));
  return { answer, refuse: () => settle(new StubApiRefusal(...refusal)) };
}
export interface StubServer {
  /** Bodies of all calls of an operation so far, the oldest first. */
  bodiesOf<K extends OperationName>(name: K): readonly BodyOf<Operations[K]>[];
  /** Replaces the answers of these operations from now on. */
  answer(answers: StubAnswers): void;
}

let contractFaults: string[] = [];
afterEach(() => {
  // Components that are still mounted for a moment may send another request.
  vi.stubGlobal("fetch", createNeverSettlingPromise);
  const found = contractFaults;
  contractFaults = [];
  if (found.length > 0) throw new Error(`Calls that break the contract or have no answer:\n${found.join("\n")}`);
});

/** Answers `fetch` by operation; a call without an answer fails the test. */
export function stubApiFetch(first: StubAnswers): StubServer {
  let answers = first;
  const calls: { readonly name: string; readonly body: unknown }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const found = findOperation(init.method ?? "GET", url.pathname.replace("/api/v1", ""));
    const answer = found && (answers[found.operation.id as OperationName] as ((asked: unknown) => unknown) | undefined);
    if (found === undefined || answer === undefined) return failUnknownCall(`${init.method} ${url.pathname}`);
    const { operation, params } = found;
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    if (operation.body) checkAgainstSchema(operation.body, body, `what is sent to ${operation.id}`);
    calls.push({ name: operation.id, body });
    return stubResponse(operation, await answer({ params, query: url.searchParams, body }));
  });
  return {
    bodiesOf: <K extends OperationName>(name: K) =>
      calls.filter((call) => call.name === name).map(({ body }) => body as BodyOf<Operations[K]>),
    answer: (more) => {
      answers = { ...answers, ...more };
    },
  };
}

function findOperation(method: string, path: string) {
  for (const operation of Object.values(operations as Record<string, Operation>)) {
    if (operation.method !== method) continue;
    const pattern = operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const found = new RegExp(`^${pattern}$`).exec(path);
    // A fixed path such as `/cases/search` is no id.
    if (found && !Object.values(found.groups ?? {}).some((value) => !/^[0-9a-f-]{36}$/.test(value)))
      return { operation, params: { ...found.groups } };
  }
  return undefined;
}

function stubResponse(operation: Operation, answer: unknown): Response {
  if (answer instanceof StubApiRefusal) return refusalResponse(operation, answer);
  if (operation.answer === undefined) return new Response(null, { status: 204 });
  checkAgainstSchema(operation.answer, answer, `the answer of ${operation.id}`);
  return Response.json(answer, { status: operation.success });
}

function refusalResponse(operation: Operation, { code, args }: StubApiRefusal): Response {
  if (!errorCodesOfOperation(operation).includes(code)) contractFaults.push(`${operation.id} never answers ${code}`);
  const { status, title, args: known } = errorDefinitions[code];
  const answer = {
    time: "2026-11-21T09:00:00Z",
    code,
    title,
    message: errorSentenceOf(code, Object.fromEntries(args)).de,
    args: args.map(([key, value]) => ({ key, value, type: (known as Record<string, string>)[key] })),
    trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  };
  checkAgainstSchema(ErrorAnswer, answer, `the refusal of ${operation.id}`);
  return Response.json(answer, { status });
}

function checkAgainstSchema(schema: TSchema, value: unknown, what: string) {
  for (const { instancePath, message } of Errors(schema, value))
    contractFaults.push(`${what}: ${instancePath} ${message}`);
}

function failUnknownCall(call: string): Response {
  contractFaults.push(`no handler answers ${call}`);
  return new Response(null, { status: 404 });
}
