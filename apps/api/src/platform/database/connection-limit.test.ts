import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { Database } from "./database";
import { connectionPoolSizesFor } from "./pool-sizes";
import { sql } from "./sql";

const openSockets = new Set<Socket>();
/** Server in place of PostgreSQL that accepts connections and never sends anything. */
const silentServer = createServer((socket) => openSockets.add(socket.on("error", () => undefined)));
beforeAll(() => new Promise<void>((resolve) => void silentServer.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  for (const socket of openSockets) socket.destroy();
  silentServer.close();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("a command reports after five seconds that it cannot connect, although its statements may take a minute", async () => {
  const url = `postgres://tester@127.0.0.1:${(silentServer.address() as AddressInfo).port}/postgres`;
  const db = new Database({
    logins: { app: url, system: url },
    pools: connectionPoolSizesFor(1),
    statementTimeoutMs: 60_000,
    onError: () => undefined,
    name: "a command",
  });
  let answer = "none";
  const asked = db.system.one(sql`select 1`).catch((error: Error) => (answer = error.message));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(answer).toBe("none");
  await vi.advanceTimersByTimeAsync(100);
  await asked;
  expect(answer).toContain("timeout");
});
