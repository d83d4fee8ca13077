import type { StreamDelay, StreamEvent, StreamReset } from "@leitstand/contract/board/dashboard";
import { problemOfResponse } from "./client";
import { sleepUnlessAborted } from "./pause";
import { ApiProblem } from "./problem";
import { SseParser } from "./sse-parser";

export interface EventStreamOptions {
  /** Address of the product, without `/api/v1`. */
  readonly baseUrl: string;
  /** Returns the bearer token; called before every connection, so that a renewed token is used at once. */
  readonly token: () => string | undefined;
  /**
   * Place to resume from: the `cursor` of a dashboard, or the last id of an earlier stream. Without it: from now on.
   */
  readonly lastEventId?: string | undefined;
  /** Signal that ends the iteration. */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** First wait in ms after a lost connection; it doubles up to the longest. Defaults 500 and 30 000. */
  readonly firstWaitMs?: number;
  readonly longestWaitMs?: number;
  /** Silence in ms that counts as a lost connection; the server sends something every 15 s. Default 40 000. */
  readonly silenceMs?: number;
  readonly onState?: (state: StreamConnectionState) => void;
  /** Called with every piece that arrives, heartbeats too: the age of the data counts from here. */
  readonly onHeard?: () => void;
  /**
   * Called with the time since when changes have been waiting on the server, so that data may be older than it seems;
   * null: none wait.
   */
  readonly onDelay?: (since: string | null) => void;
}

export type StreamConnectionState =
  | { readonly is: "open" }
  | { readonly is: "waiting"; readonly waitMs: number; readonly cause: Error };

/** An event, or the notice that the snapshot has to be read again. `id` names the place in the log after it. */
export type StreamMessage = (StreamEvent | StreamReset) & { readonly id: string | undefined };

/**
 * The live stream as an endless iteration: connects again with Last-Event-ID after every loss, so that nothing is missed and
 * nothing comes twice. On `reset` fetch the snapshot again; the stream itself goes on. Throws `ApiProblem` when the server
 * refuses for good (signed out, no grant), ends when the signal is aborted.
 */
export async function* followEvents(options: EventStreamOptions): AsyncGenerator<StreamMessage, void> {
  for await (const messages of followEventBatches(options)) yield* messages;
}

/**
 * Follows the stream like `followEvents`, with all events of one piece together: thousands a second cost one turn for
 * each piece, not for each message.
 */
export async function* followEventBatches(options: EventStreamOptions): AsyncGenerator<readonly StreamMessage[], void> {
  const state: StreamProgress = { lastEventId: options.lastEventId, failures: 0, retryMs: undefined };
  while (!isAborted(options)) {
    let cause: Error;
    try {
      yield* readConnection(options, state);
      cause = new Error("The server ended the stream.");
    } catch (error) {
      if (isAborted(options)) return;
      if (!isTemporaryFailure(error)) throw error;
      cause = error as Error;
    }
    if (isAborted(options)) return;
    const waitMs = reconnectDelayOf(options, state, cause);
    state.failures++;
    options.onState?.({ is: "waiting", waitMs, cause });
    await sleepUnlessAborted(waitMs, options.signal);
  }
}

interface StreamProgress {
  lastEventId: string | undefined;
  /** Number of failures since a connection last held: it brought events, or more than its first bytes. */
  failures: number;
  retryMs: number | undefined;
}

const isAborted = ({ signal }: EventStreamOptions) => signal?.aborted === true;

/** Whether to reconnect: refusals are final; lost, busy or rate-limited connections may be tried again. */
const isTemporaryFailure = (error: unknown) =>
  !(error instanceof ApiProblem) ||
  error.status === 0 ||
  error.status === 429 ||
  error.status >= 500 ||
  error.status === 408;

async function* readConnection(
  options: EventStreamOptions,
  state: StreamProgress,
): AsyncGenerator<readonly StreamMessage[], void> {
  const watch = new SilenceWatch(options);
  try {
    const body = await openConnection(options, state, watch.signal);
    const parser = new SseParser();
    parser.lastEventId = state.lastEventId;
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let heard = false; ; heard = true) {
      watch.heard();
      const { done, value } = await reader.read();
      if (done) return;
      // The first bytes say that the stream has begun; the headers only that it will.
      if (!heard) options.onState?.({ is: "open" });
      options.onHeard?.();
      const messages: StreamMessage[] = [];
      for (const { id, data } of parser.push(decoder.decode(value, { stream: true }))) {
        const message = JSON.parse(data) as StreamEvent | StreamReset | StreamDelay;
        if (message.type === "delay") options.onDelay?.(message.data.since);
        else messages.push(Object.assign(message, { id }));
      }
      // Set before the events are handed out, as a caller that leaves the iteration has them.
      state.lastEventId = parser.lastEventId;
      state.retryMs = parser.retryMs;
      // Heartbeats count: a proxy that ends quiet connections after a while must not slow down the next one. The first
      // bytes alone do not: a server may die of each connection.
      if (heard || messages.length > 0) state.failures = 0;
      if (messages.length > 0) yield messages;
    }
  } finally {
    watch.end();
  }
}

async function openConnection(
  { baseUrl, token, ...options }: EventStreamOptions,
  { lastEventId }: StreamProgress,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = new Headers({ accept: "text/event-stream" });
  const bearer = token();
  if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
  if (lastEventId !== undefined) headers.set("last-event-id", lastEventId);
  const response = await (options.fetch ?? fetch)(`${baseUrl}/api/v1/dashboard`, {
    headers,
    signal,
    cache: "no-store",
  });
  if (!response.ok) throw await problemOfResponse(response);
  if (!response.body) throw new Error("The answer has no body.");
  return response.body;
}

/** Ends a connection that is silent for too long, and discards the unread rest of a connection at its end. */
class SilenceWatch {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: EventStreamOptions) {
    options.signal?.addEventListener("abort", this.end);
    this.heard();
  }

  get signal() {
    return this.controller.signal;
  }

  heard() {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.controller.abort(new Error("Nothing was heard for too long.")),
      this.options.silenceMs ?? 40_000,
    );
  }

  end = () => {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener("abort", this.end);
    this.controller.abort(new Error("The stream is not read any more."));
  };
}

/** Wait before reconnecting, different for each client: after a restart they would otherwise all come at once. */
function reconnectDelayOf(options: EventStreamOptions, { failures, retryMs }: StreamProgress, cause: Error): number {
  const asked = cause instanceof ApiProblem ? Number(cause.arg("retry_after") ?? Number.NaN) * 1000 : Number.NaN;
  if (Number.isFinite(asked)) return asked + 1000 * Math.random();
  const first = options.firstWaitMs ?? retryMs ?? 500;
  return Math.min(options.longestWaitMs ?? 30_000, first * 2 ** failures) * (0.5 + Math.random());
}
