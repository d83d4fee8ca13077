import { describe, expect, it } from "vitest";
import { followEventBatches } from "./event-stream";

const CONNECTIONS = 8;

const streamOf = (pieces: readonly string[]) =>
  new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });

/** Follows a stream whose connections all bring the same pieces and end, and returns the waits between them in ms. */
async function waitsBetween(...pieces: string[]): Promise<number[]> {
  const waits: number[] = [];
  const ended = new AbortController();
  const options = {
    baseUrl: "http://127.0.0.1",
    token: () => "t",
    firstWaitMs: 1,
    signal: ended.signal,
    fetch: async () => new Response(streamOf(pieces)),
    onState: (state: { is: string; waitMs?: number }) => {
      if (state.waitMs === undefined) return;
      if (waits.push(state.waitMs) === CONNECTIONS) ended.abort();
    },
  };
  for await (const messages of followEventBatches(options)) expect(messages).not.toEqual([]);
  return waits;
}

describe("the live stream of the client", () => {
  const heartbeat = ":\n\n";

  it.each([
    ["heartbeats alone", [heartbeat, heartbeat]],
    ["an event", ['id: 1\ndata: {"type":"case update","data":{}}\n\n']],
  ])("a connection that ends after %s is opened again as soon as the first one", async (_what, pieces) => {
    for (const waitMs of await waitsBetween(...pieces)) expect(waitMs).toBeLessThanOrEqual(1.5);
  });

  it.each([
    ["nothing", []],
    ["its first bytes", [heartbeat]],
  ])("connections that end after %s are opened again after longer and longer waits", async (_what, pieces) => {
    for (const [failures, waitMs] of (await waitsBetween(...pieces)).entries())
      expect(waitMs).toBeGreaterThanOrEqual(0.5 * 2 ** failures);
  });
});
