import type { StreamEvent, StreamReset } from "@leitstand/contract/board/dashboard";
import { afterEach, beforeEach, vi } from "vitest";
import { keepBoardLive } from "./stream.ts";
import { liveStreamStateStore } from "./stream-state.ts";

export interface StubStream {
  /** Cursors with which the console has connected so far, the oldest first. */
  readonly cursors: readonly (string | null)[];
  /** Sends a message on the open connection. */
  send(message: StreamEvent | StreamReset, cursor: string): void;
}

/** Answers the live stream beside a stub server, which answers everything else. */
export function stubLiveStream(): StubStream {
  const others = globalThis.fetch;
  const cursors: (string | null)[] = [];
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  const write = (text: string) => open?.enqueue(new TextEncoder().encode(text));
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (headers.get("accept") !== "text/event-stream") return others(input, init);
    cursors.push(headers.get("last-event-id"));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        open = controller;
        write(": the stream has begun\n\n");
        init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  return { cursors, send: (message, cursor) => write(`id: ${cursor}\ndata: ${JSON.stringify(message)}\n\n`) };
}

/** Returns the function by which a test begins to keep the board live; it ends with the test. */
export function createBoardFollower(): () => void {
  let stop: AbortController;
  beforeEach(() => {
    stop = new AbortController();
    liveStreamStateStore.set("connecting");
  });
  afterEach(() => stop.abort());
  return () => void keepBoardLive(stop.signal);
}
