import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRoutes } from "./routes";
import { type ApiSession, startApi } from "./testing/start-api";
import { startTestServerNode, type TestNode } from "./testing/start-node";
import type { UnreadAnswerLimits } from "#platform/http/limits/unread-answers";
import { JsonAnswerText } from "#platform/http/handler";

const MEBIBYTE = 1_048_576;
/** Answer as long as that of 10,000 vehicles, more than the system buffers for a local connection. */
const longAnswer = JSON.stringify({ content: ["x".repeat(8 * MEBIBYTE)] });
const READER_COUNT = 40;
const unreadLimits = {
  stalledMs: 400,
  tokenBytes: 16 * MEBIBYTE,
  tenantBytes: 24 * MEBIBYTE,
  nodeBytes: 64 * MEBIBYTE,
  fairBytes: 2 * MEBIBYTE,
};

/** Programs that ask for long lists and do not read them. */
describe("live clients that do not read", () => {
  const api = startApi();
  let lazy: ApiSession;
  let colleague: ApiSession;
  let neighbour: ApiSession;
  let node: TestNode;
  const sockets: Socket[] = [];
  const served = new Set<Socket>();

  beforeAll(async () => {
    lazy = await api.signIn("getVehicles");
    colleague = await api.bearer({ tenant: lazy.session.tenant, grants: ["getVehicles"] });
    neighbour = await api.signIn("getVehicles");
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await node.stop();
    served.clear();
  });

  async function serve(readers: Partial<UnreadAnswerLimits>) {
    node = await startTestServerNode(api.databaseUrl, () => ({
      readers,
      checksAnswers: false,
      routes: (services) =>
        createRoutes(services).map((route) =>
          route.operation.id === "getVehicles"
            ? { ...route, handler: { mode: "in", run: async () => new JsonAnswerText(longAnswer) } }
            : route,
        ),
    }));
    node.app.server.server.on("connection", (socket) => {
      served.add(socket);
      socket.once("close", () => served.delete(socket));
    });
  }

  function askFor(session: ApiSession, more = ""): Socket {
    const socket = connect(node.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `GET /api/v1/vehicles HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${session.session.token}\r\n${more}\r\n`,
    );
    sockets.push(socket);
    return socket;
  }
  /** Bytes of answers that lie in the server's memory. */
  const unread = () => [...served].reduce((sum, socket) => sum + socket.writableLength, 0);
  const statusOf = async (session: ApiSession) => {
    const answer = await fetch(`${node.url}/api/v1/vehicles`, {
      headers: { authorization: `Bearer ${session.session.token}`, "accept-encoding": "identity" },
    });
    return [answer.status, (await answer.text()).length] as const;
  };
  /** Sends requests without reading, until each has been answered in one way or the other. */
  async function fillUp() {
    const asking = Array.from({ length: READER_COUNT }, () => askFor(lazy).pause());
    await expect.poll(() => served.size, { timeout: 20_000 }).toBe(READER_COUNT);
    const areAnswered = () => [...served].every((socket) => socket.bytesWritten > 0);
    await expect.poll(areAnswered, { timeout: 20_000 }).toBe(true);
    return asking;
  }

  it("a client that does not read its answers gets 429 once its share of memory is full, and delays no other client", async () => {
    await serve({ ...unreadLimits, stalledMs: 60_000 });
    await fillUp();
    expect(unread()).toBeGreaterThan(MEBIBYTE);
    // Limit plus the one answer that exceeded it.
    expect(unread()).toBeLessThan(unreadLimits.tokenBytes + 9 * MEBIBYTE);
    expect(await statusOf(lazy)).toEqual([429, expect.any(Number)]);
    expect(await statusOf(neighbour)).toEqual([200, longAnswer.length]);
  });

  it("clients of a tenant get answers although one of them does not read its own", async () => {
    await serve({ ...unreadLimits, stalledMs: 60_000 });
    await fillUp();
    expect(await statusOf(colleague)).toEqual([200, longAnswer.length]);
  });

  it("clients that do not read their answers and use up the node's memory limit delay only their own company", async () => {
    await serve({ ...unreadLimits, stalledMs: 60_000, nodeBytes: 16 * MEBIBYTE });
    await fillUp();
    expect(await statusOf(colleague)).toEqual([429, expect.any(Number)]);
    expect(await statusOf(neighbour)).toEqual([200, longAnswer.length]);
  });

  it("connections on which nothing moves for a while are closed, and their clients are served again", async () => {
    await serve(unreadLimits);
    await fillUp();
    await expect.poll(() => unread(), { timeout: 20_000 }).toBe(0);
    expect(await statusOf(lazy)).toEqual([200, longAnswer.length]);
  });

  it("clients that read slowly get the whole answer", async () => {
    await serve(unreadLimits);
    const socket = askFor(lazy, "Connection: close\r\n");
    let length = 0;
    // Reads slowly: each piece within the time in which something has to move, and all together far beyond it.
    socket.on("data", (chunk) => {
      length += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    await once(socket, "close");
    expect(length).toBeGreaterThan(longAnswer.length);
  });

  it("answers to clients that do not read fill the memory without limits, and the test measures it", async () => {
    await serve({
      stalledMs: 0,
      tokenBytes: Infinity,
      tenantBytes: Infinity,
      nodeBytes: Infinity,
      fairBytes: Infinity,
    });
    await fillUp();
    expect(unread()).toBeGreaterThan(unreadLimits.tokenBytes + 9 * MEBIBYTE);
  });
});
