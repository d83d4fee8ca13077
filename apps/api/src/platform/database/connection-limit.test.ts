import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { Database } from "./database";
import { poolsOf } from "./pool-sizes";
import { sql } from "./sql";

/** Accepts connections without ever sending anything. */
const open = new Set<Socket>();
const server = createServer((socket) => open.add(socket.on("error", () => undefined)));
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("reports after five seconds that a command cannot connect, although its statements may take a minute", async () => {
  const url = `postgres://tester@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
  const db = new Database({
    logins: { app: url, system: url },
    pools: poolsOf(1),
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
