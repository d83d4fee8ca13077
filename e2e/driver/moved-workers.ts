import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import type { App } from "../../apps/api/src/app";
import type { Clock } from "../../apps/api/src/platform/clock";
import { machineTimeMs } from "../../apps/api/src/testing/test-clock";

const WORKER_PATH = "/driver/worker.js";

/**
 * Serves the app's worker with the server's time, like its pages: the browser's tools move the clocks of pages alone.
 * The offset is fixed once, because a worker with other bytes is a new version.
 */
export function serveWorkerWithClock(server: App["server"], clock: Clock) {
  const moved = `(${shiftDate.toString()})(${clock.now().getTime() - machineTimeMs()});\n`;
  server.addHook("onRequest", async ({ raw }) => {
    // Requests the worker uncompressed and uncached, so that it can be changed.
    if (raw.url === WORKER_PATH)
      for (const name of ["accept-encoding", "if-none-match", "if-modified-since"]) delete raw.headers[name];
  });
  server.addHook("onSend", async ({ raw }, reply, payload) => {
    if (raw.url !== WORKER_PATH || reply.statusCode !== 200) return payload;
    reply.removeHeader("content-length").removeHeader("etag").removeHeader("last-modified");
    return Buffer.concat([Buffer.from(moved), await buffer(payload as Readable)]);
  });
}

/** Runs in the worker, before all else: moves its clock. */
function shiftDate(aheadMs: number) {
  globalThis.Date = new Proxy(Date, {
    construct: (machine, given, made) =>
      Reflect.construct(machine, given.length === 0 ? [machine.now() + aheadMs] : given, made) as Date,
    get: (machine, name) => (name === "now" ? () => machine.now() + aheadMs : (Reflect.get(machine, name) as unknown)),
  });
}
