import {
  acceptsIdempotencyKey,
  type AnswerOf,
  type BodyOf,
  type Operation,
  type ParamsOf,
  type QueryOf,
} from "@leitstand/contract/operation/operation";
import { type Operations, operations } from "@leitstand/contract/operations";
import { isCommaSeparatedListSchema } from "@leitstand/contract/core/comma-list";
import { parseRetryAfterSeconds } from "@leitstand/contract/core/retry-after";
import { sleepUnlessAborted } from "./pause";
import { ApiProblem } from "./problem";
import { retryDelayMs } from "./retry";

export interface ClientOptions {
  /** Address of the product, without `/api/v1`: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Returns the bearer token; called before every request, so that a renewed token is used at once. */
  readonly token?: () => string | undefined;
  /** Public key of the tenant, for auth calls. */
  readonly tenantKey?: string;
  readonly language?: string;
  readonly fetch?: typeof fetch;
  /** Attempts of a call that may be repeated; 1 switches retries off. Default 4. */
  readonly attempts?: number;
  /** Milliseconds for one attempt; default 30 000. */
  readonly timeoutMs?: number;
  /** Called before each wait, e.g. to show that the connection is lost. */
  readonly onRetry?: (fault: ApiProblem, waitMs: number) => void;
}

export interface CallOptions {
  /** Key that makes a write repeatable: the same key gets the same answer. Generated when left out. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

type Flattened<T> = { [K in keyof T]: T[K] } & {};
/** Parameters of path and query and the fields of the body, in one object; an upload's part is `file`. */
export type OperationInput<O> = Flattened<
  ParamsOf<O> & QueryOf<O> & BodyOf<O> & (O extends { readonly bodyType: "multipart" } ? { file: File } : unknown)
>;
type OperationCall<O> =
  object extends OperationInput<O>
    ? (input?: OperationInput<O>, options?: CallOptions) => Promise<AnswerOf<O>>
    : (input: OperationInput<O>, options?: CallOptions) => Promise<AnswerOf<O>>;

/** Client with one method per operation, typed by the contract itself. Binary answers come as `Response`. */
export type Client = {
  readonly [K in keyof Operations]: Operations[K] extends { readonly answerType: "binary" }
    ? (input: OperationInput<Operations[K]>, options?: CallOptions) => Promise<Response>
    : OperationCall<Operations[K]>;
};

/** Creates a client for one bearer. Throws `ApiProblem` for every refusal; repeats requests that are safe to repeat. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.values(operations as Record<string, Operation>).map((operation) => [
    operation.id,
    (input: Record<string, unknown> = {}, call: CallOptions = {}) => callOperation(input, { operation, call, options }),
  ]);
  return Object.fromEntries(methods) as Client;
}

interface PreparedCall {
  readonly operation: Operation;
  readonly call: CallOptions;
  readonly options: ClientOptions;
}

async function callOperation(input: Record<string, unknown>, { operation, call, options }: PreparedCall) {
  // All attempts have the same key, but each asks for the token, which may have been renewed while it waited.
  const prepared = { operation, options, call: withIdempotencyKey(operation, call) };
  const request = prepareRequest(input, prepared);
  const { safe, method, takesNoKey } = operation;
  const isIdempotent = safe || method === "DELETE" || (method === "PUT" && takesNoKey === true);
  // Files are recognised by their own ids.
  const hasOwnId = input["client_id"] !== undefined;
  const hasKey = hasOwnId || acceptsIdempotencyKey(operation) || new Headers(call.headers).has("idempotency-key");
  const repeatable = isIdempotent || hasKey;
  const attempts = options.attempts ?? 4;
  for (let attempt = 1; ; attempt++) {
    try {
      const headers = requestHeaders(prepared);
      return await attemptCall({ ...request, headers }, prepared);
    } catch (error) {
      const waitMs = error instanceof ApiProblem ? retryDelayMs(error, { attempt, repeatable }) : undefined;
      if (waitMs === undefined || attempt >= attempts || call.signal?.aborted) throw error;
      options.onRetry?.(error as ApiProblem, waitMs);
      await sleepUnlessAborted(waitMs, call.signal);
      call.signal?.throwIfAborted();
    }
  }
}

/** Options of a call with a key of its own; browsers make none on pages that are not secure, where reads still work. */
const withIdempotencyKey = (operation: Operation, call: CallOptions): CallOptions =>
  call.idempotencyKey === undefined && acceptsIdempotencyKey(operation)
    ? { ...call, idempotencyKey: crypto.randomUUID() }
    : call;

interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | FormData | undefined;
}

function prepareRequest(
  input: Record<string, unknown>,
  { operation, options }: PreparedCall,
): Omit<PreparedRequest, "headers"> {
  const rest = { ...input };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(parameterText(take(name))),
  );
  const query = new URLSearchParams();
  for (const [name, schema] of Object.entries(operation.query?.properties ?? {})) {
    const items = [take(name)].flat().filter((item) => item !== undefined);
    if (items.length === 0) continue;
    for (const text of isCommaSeparatedListSchema(schema)
      ? [items.map(parameterText).join()]
      : items.map(parameterText))
      query.append(name, text);
  }
  // A space is sent as in the rest of an address; the plus sign of forms is a reserved character elsewhere.
  const search = query.size > 0 ? `?${query.toString().replaceAll("+", "%20")}` : "";
  return {
    url: `${options.baseUrl}/api/v1${path}${search}`,
    method: operation.method,
    body: requestBody(operation, rest),
  };
}

/** Parameters and form fields are words, numbers or booleans; anything else is sent as JSON for the server to refuse. */
const parameterText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function requestHeaders({ operation, call, options }: PreparedCall): Headers {
  const headers = new Headers({ accept: operation.answerType === "binary" ? "*/*" : "application/json" });
  const token = options.token?.();
  if (operation.auth === "bearer" && token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (operation.auth === "tenant_key" && options.tenantKey !== undefined)
    headers.set("x-tenant-key", options.tenantKey);
  if (options.language !== undefined) headers.set("accept-language", options.language);
  if (operation.body !== undefined && operation.bodyType !== "multipart")
    headers.set("content-type", "application/json");
  if (acceptsIdempotencyKey(operation)) headers.set("idempotency-key", `"${call.idempotencyKey}"`);
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
  return headers;
}

function requestBody(operation: Operation, fields: Record<string, unknown>): string | FormData | undefined {
  if (operation.body === undefined) return undefined;
  if (operation.bodyType !== "multipart") return JSON.stringify(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value, value.name);
    else if (value !== undefined) form.append(name, parameterText(value));
  }
  return form;
}

/** Makes one attempt. Its time ends with the answer, for a file with the headers: a large one takes as long as it takes. */
async function attemptCall(request: PreparedRequest, { operation, call, options }: PreparedCall): Promise<unknown> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new DOMException("No answer in time", "TimeoutError")),
    options.timeoutMs ?? 30_000,
  );
  const signal = call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal;
  const { url, method, headers, body } = request;
  try {
    const response = await (options.fetch ?? fetch)(url, { method, headers, body: body ?? null, signal }).catch(
      (error: unknown) => {
        if (call.signal?.aborted) throw error;
        throw unreachableProblem(0, error as Error);
      },
    );
    return await parseAnswer(operation, response);
  } finally {
    clearTimeout(timer);
  }
}

async function parseAnswer(operation: Operation, response: Response): Promise<unknown> {
  if (!response.ok) throw await problemOfResponse(response);
  if (operation.answerType === "binary") return response;
  if (response.status === 204 || operation.answer === undefined) {
    await response.body?.cancel();
    return undefined;
  }
  try {
    return await response.json();
  } catch (error) {
    // The connection broke within the answer: whether the work was done is as unknown as without any answer.
    throw unreachableProblem(0, error as Error);
  }
}

function unreachableProblem(status: number, cause: Error, args: ApiProblem["args"] = []): ApiProblem {
  const message = String((cause.cause as Error | undefined)?.message ?? cause.message);
  return new ApiProblem({ status, code: "UNREACHABLE", title: "Not reachable", message, args, traceId: undefined });
}

/** Problem of a response; a body that is not from the API (a proxy's page) becomes UNREACHABLE with the status. */
export async function problemOfResponse(response: Response): Promise<ApiProblem> {
  const wait = parseRetryAfterSeconds(response.headers.get("retry-after"), new Date());
  const waits = wait === undefined ? [] : [{ key: "retry_after", value: String(Math.ceil(wait)), type: "int" }];
  try {
    const { code, title, message, args, trace_id } = (await response.json()) as ApiProblem & { trace_id: string };
    if (typeof code !== "string") throw new TypeError("not an error of the API");
    const others = (args ?? []).filter(({ key }) => key !== "retry_after" || waits.length === 0);
    return new ApiProblem({
      status: response.status,
      code,
      title,
      message,
      args: [...others, ...waits],
      traceId: trace_id,
    });
  } catch (error) {
    return unreachableProblem(response.status, error as Error, waits);
  }
}
