import type { ExternalServerName } from "@leitstand/contract/core/providers";
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Clock } from "../clock";
import { problem } from "../problem";

/** Request to another server: a path below its address, and JSON where it takes some. */
export interface ProviderRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ProviderOptions {
  readonly name: ExternalServerName;
  /** URL of the server, from the operator's configuration alone; no slash at the end. */
  readonly url: string;
  /** Query parameter with the key, where the server asks for one. */
  readonly key?: { readonly parameter: string; readonly value: string } | undefined;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Largest answer in bytes, decompressed: many times what the largest useful answer takes. */
const ANSWER_BYTES_MAX = 4 * 1_048_576;
/** Failures in a row after which the server is left alone for a while instead of making every caller wait. */
const FAILURES_BEFORE_PAUSE = 5;
const PAUSE_MS = 30_000;
/** Statuses that mean "not now": worth asking once more. */
const TRANSIENT_STATUSES = new Set([502, 503, 504]);

/** Schemas of answers by status, null where the status says it all; one that is missing is a failure of the server. */
type AnswerSchemas = Readonly<Partial<Record<number, TSchema | null>>>;
type ParsedAnswer<A extends AnswerSchemas> = {
  [S in keyof A & number]: { readonly status: S; readonly body: A[S] extends TSchema ? Static<A[S]> : undefined };
}[keyof A & number];

/**
 * Client of another server with a published format: a deadline for the whole call, one retry within it, no redirect
 * followed, no more read than fits, every answer checked against the format, and a rest after failures in a row.
 */
export class ProviderClient {
  readonly name: ExternalServerName;
  private failures = 0;
  private restsUntil = 0;

  constructor(private readonly options: ProviderOptions) {
    this.name = options.name;
  }

  /** Throws UPSTREAM_FAILED or UPSTREAM_TIMEOUT when there is no answer of one of the given shapes. */
  async ask<const A extends AnswerSchemas>(request: ProviderRequest, answers: A): Promise<ParsedAnswer<A>> {
    const now = this.options.clock.now().getTime();
    if (now < this.restsUntil) throw problem("UPSTREAM_FAILED", { provider: this.name });
    // The first call after the rest tries the server for all; others wait until that call has ended.
    if (this.failures >= FAILURES_BEFORE_PAUSE) this.restsUntil = now + PAUSE_MS;
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    try {
      const answer = await this.attempt(request, answers, signal).catch((fault: unknown) => {
        if (signal.aborted || !(fault instanceof TransientFault)) throw fault;
        return this.attempt(request, answers, signal);
      });
      this.failures = 0;
      this.restsUntil = 0;
      return answer;
    } catch {
      this.failures++;
      if (this.failures >= FAILURES_BEFORE_PAUSE) this.restsUntil = this.options.clock.now().getTime() + PAUSE_MS;
      throw problem(signal.aborted ? "UPSTREAM_TIMEOUT" : "UPSTREAM_FAILED", { provider: this.name });
    }
  }

  private async attempt<A extends AnswerSchemas>(request: ProviderRequest, answers: A, signal: AbortSignal) {
    const response = await this.send(request, signal);
    const schema = answers[response.status];
    if (schema === undefined || schema === null) await response.body?.cancel().catch(() => undefined);
    if (schema === null) return { status: response.status, body: undefined } as ParsedAnswer<A>;
    if (schema === undefined) {
      throw TRANSIENT_STATUSES.has(response.status) ? new TransientFault() : new Error(`status ${response.status}`);
    }
    const body = JSON.parse(await readLimitedText(response)) as unknown;
    if (!validatorOf(schema).Check(body)) throw new Error("not of the published format");
    return { status: response.status, body } as ParsedAnswer<A>;
  }

  private async send({ path, query = {}, body, headers }: ProviderRequest, signal: AbortSignal): Promise<Response> {
    const { url, key } = this.options;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
    if (key) search.append(key.parameter, key.value);
    const init: RequestInit = {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        "user-agent": "leitstand",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      // A server that is trusted with a question is not trusted to send us anywhere else.
      redirect: "error",
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    try {
      return await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ""}`, init);
    } catch {
      throw new TransientFault();
    }
  }
}

/** Fault that may be over at once: a connection that was cut, or a busy server. */
class TransientFault extends Error {}

async function readLimitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(() => {
      throw new TransientFault();
    });
    if (!part || part.done) return Buffer.concat(chunks).toString("utf8");
    bytes += part.value.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader?.cancel().catch(() => undefined);
      throw new Error("too large");
    }
    chunks.push(part.value);
  }
}

const compiledValidators = new WeakMap<TSchema, ReturnType<typeof Compile>>();
function validatorOf(schema: TSchema) {
  const known = compiledValidators.get(schema) ?? Compile(schema);
  compiledValidators.set(schema, known);
  return known;
}
