import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { generate } from "selfsigned";
import { afterEach, describe, expect, it } from "vitest";
import { EgressClient, EgressError } from "./egress";

const openServers: Server[] = [];
const openSockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of openSockets) socket.destroy();
  await Promise.all(openServers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listenOn(server: Server, host = "127.0.0.1", port = 0): Promise<number> {
  openServers.push(server);
  server.on("connection", (socket) => openSockets.add(socket));
  await new Promise<void>((resolve) => server.listen({ host, port }, resolve));
  return (server.address() as AddressInfo).port;
}

const egressReasonOf = (sending: Promise<unknown>) =>
  sending.then(
    (answer) => answer,
    (error: unknown) => (error instanceof EgressError ? error.reason : error),
  );

/** Number of listeners and of joined signals that Node keeps for a signal, in collections under symbols. */
const keptBySignal = (signal: AbortSignal) =>
  Reflect.ownKeys(signal)
    .map((key): unknown => Reflect.get(signal, key))
    .map((value) => (typeof value === "object" && value !== null && "size" in value ? Number(value.size) : 0))
    .reduce((sum, size) => sum + size, 0);

describe("single request to a receiver", () => {
  const serve = (listener: (...given: Parameters<RequestListener>) => unknown) =>
    listenOn(createServer((request, response) => void listener(request, response)));
  const opened = (port: number) => new EgressClient({ allow: [{ host: "127.0.0.1", port }] });

  it("the egress client sends the request unchanged and returns its answer", async () => {
    const received: { url?: string; method?: string; headers?: IncomingMessage["headers"]; body?: string } = {};
    const port = await serve(async (request, response) => {
      const chunks = (await request.toArray()) as Buffer[];
      const body = Buffer.concat(chunks).toString("utf8");
      Object.assign(received, { url: request.url, method: request.method, headers: request.headers, body });
      response.writeHead(202, { "Retry-After": "7" }).end("thanks");
    });
    const answer = await opened(port).send({
      url: `http://127.0.0.1:${port}/hooks?a=b%20c`,
      method: "POST",
      headers: { "content-type": "application/json", "webhook-id": "1" },
      body: '{"größe":1}',
    });
    expect(answer).toMatchObject({ status: 202, isCut: false, body: Buffer.from("thanks") });
    expect(answer.headers["retry-after"]).toBe("7");
    expect(received).toMatchObject({ url: "/hooks?a=b%20c", method: "POST", body: '{"größe":1}' });
    expect(received.headers).toMatchObject({ host: `127.0.0.1:${port}`, "webhook-id": "1", "user-agent": "leitstand" });
    expect(received.headers?.connection).toBe("close");
  });

  it("the egress client reaches a receiver only on the port that the operator opened", async () => {
    const port = await serve((_request, response) => response.end("inside"));
    const egress = new EgressClient({ allow: [{ host: "127.0.0.1", port: port === 9 ? 10 : 9 }] });
    expect(await egressReasonOf(egress.send({ url: `http://127.0.0.1:${port}/`, method: "GET" }))).toBe(
      "ADDRESS_NOT_ALLOWED",
    );
    const anyPort = new EgressClient({ allow: [{ host: "127.0.0.1", port: undefined }] });
    expect((await anyPort.send({ url: `http://127.0.0.1:${port}/`, method: "GET" })).body.toString()).toBe("inside");
  });

  it("the egress client does not follow a receiver's redirect", async () => {
    let calls = 0;
    const port = await serve((_request, response) => {
      calls++;
      response.writeHead(307, { Location: `http://127.0.0.1:${port}/second` }).end();
    });
    const answer = await opened(port).send({ url: `http://127.0.0.1:${port}/`, method: "POST" });
    expect([answer.status, calls]).toEqual([307, 1]);
  });

  it("the egress client reads no more than 16 KB of an answer, compressed or not", async () => {
    let sent = 0;
    let isClosed: Promise<unknown> = Promise.resolve();
    const port = await serve((_request, response) => {
      isClosed = new Promise((resolve) => response.on("close", resolve));
      response.writeHead(200, { "Content-Encoding": "gzip" });
      const write = () => {
        while (sent < 1 << 28 && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.on("drain", write);
      write();
    });
    const answer = await opened(port).send({ url: `http://127.0.0.1:${port}/`, method: "POST" });
    expect(answer).toMatchObject({ status: 200, isCut: true });
    expect(answer.body).toHaveLength(16_384);
    await isClosed;
    expect(sent).toBeLessThan(1 << 28);
  });

  it.each<[string, RequestListener]>([
    ["says nothing", () => undefined],
    [
      "dribbles its answer",
      (_request, response) => {
        const timer = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(timer));
      },
    ],
  ])("the egress client gives up a receiver that %s after the time for the whole request", async (_what, listener) => {
    const port = await serve(listener);
    const sending = opened(port).send({ url: `http://127.0.0.1:${port}/`, method: "POST", timeoutMs: 200 });
    expect(await egressReasonOf(sending)).toBe("TIMEOUT");
  });

  it.each([
    ["wants to speak another protocol", "101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
    ["answers with another status than there is", "99 Odd\r\n\r\n"],
    ["says how long its answer is in two ways", "200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"],
    ["sends more headers than a client reads", `200 OK\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`],
    ["breaks off in the middle", "200 OK\r\nContent-Length: 9\r\n\r\nabc"],
  ])("the egress client fails at once when a receiver %s", async (_what, answer) => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () =>
        answer.endsWith("abc") ? socket.end(`HTTP/1.1 ${answer}`) : socket.write(`HTTP/1.1 ${answer}`),
      );
    });
    const port = await listenOn(server);
    const sending = opened(port).send({
      url: `http://127.0.0.1:${port}/`,
      method: "POST",
      body: "{}",
      timeoutMs: 5_000,
    });
    expect(await egressReasonOf(sending)).toBe("CONNECTION_FAILED");
  });

  it("the egress client ends a request that its caller gives up, and sends none that was given up before", async () => {
    const giveUp = new AbortController();
    let calls = 0;
    const port = await serve(() => {
      calls++;
      giveUp.abort();
    });
    const request = { url: `http://127.0.0.1:${port}/`, method: "POST", signal: giveUp.signal } as const;
    expect(await egressReasonOf(opened(port).send(request))).toBe("TIMEOUT");
    expect(await egressReasonOf(opened(port).send(request))).toBe("TIMEOUT");
    expect(calls).toBe(1);
  });

  it("a signal that lasts as long as the server keeps nothing of the requests that have ended", async () => {
    const stopping = new AbortController();
    const port = await serve((request, response) => (request.url === "/" ? response.end() : request.socket.destroy()));
    const post = (path: string) => ({
      url: `http://127.0.0.1:${port}${path}`,
      method: "POST" as const,
      signal: stopping.signal,
    });
    await opened(port).send(post("/"));
    expect(await egressReasonOf(opened(port).send(post("/broken")))).toBe("CONNECTION_FAILED");
    expect(keptBySignal(stopping.signal)).toBe(0);
  });

  it("the egress client reports a receiver that is down as such", async () => {
    const port = await serve(() => undefined);
    await new Promise((resolve) => openServers.pop()?.close(resolve));
    const sending = opened(port).send({ url: `http://127.0.0.1:${port}/`, method: "POST" });
    await expect(sending).rejects.toThrow("CONNECTION_FAILED: ECONNREFUSED");
  });
});

describe("request to a receiver by https", () => {
  async function secure(name: string) {
    const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
    });
    const names: unknown[] = [];
    const server = createSecureServer({ cert, key }, (request, response) => {
      names.push((request.socket as TLSSocket & { servername?: string }).servername, request.headers.host);
      response.end("in private");
    });
    server.on("secureConnection", (socket) => openSockets.add(socket));
    return { cert, names, port: await listenOn(server) };
  }

  it("the egress client connects to the checked address of a receiver, and asks for and verifies its name", async () => {
    const { cert, names, port } = await secure("hooks.example.net");
    const allow = [{ host: "hooks.example.net", port }];
    const egress = new EgressClient({ allow, lookUp: async () => ["127.0.0.1"], ca: cert });
    const answer = await egress.send({ url: `https://hooks.example.net:${port}/`, method: "GET" });
    expect(answer.body.toString()).toBe("in private");
    expect(names).toEqual(["hooks.example.net", `hooks.example.net:${port}`]);
  });

  it("the egress client sends nothing to a receiver whose certificate is for another name or not trusted", async () => {
    const { cert, names, port } = await secure("hooks.example.net");
    const allow = [
      { host: "other.example.net", port },
      { host: "hooks.example.net", port },
    ];
    const trusting = new EgressClient({ allow, lookUp: async () => ["127.0.0.1"], ca: cert });
    const other = trusting.send({ url: `https://other.example.net:${port}/`, method: "GET" });
    await expect(other).rejects.toThrow("ERR_TLS_CERT_ALTNAME_INVALID");
    const strange = new EgressClient({ allow, lookUp: async () => ["127.0.0.1"] });
    await expect(strange.send({ url: `https://hooks.example.net:${port}/`, method: "GET" })).rejects.toThrow(
      "CONNECTION_FAILED",
    );
    expect(names).toEqual([]);
  });
});
