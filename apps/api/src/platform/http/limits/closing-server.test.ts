import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { getDefaultHighWaterMark } from "node:stream";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hasIpv6 } from "../../process/ipv6-testkit";
import { listenOnOtherLoopback } from "../../process/ports";
import { trackConnections } from "./closing-server";

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n";
const answerAfterBody: RequestListener = (request, response) => {
  request.resume().once("end", () => response.end("done"));
};

describe("a server that closes", () => {
  const start = async (handler: RequestListener, limits?: Parameters<typeof trackConnections>[1]) => {
    const server = createServer(handler);
    const close = trackConnections(server, limits);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => server.closeAllConnections());
    return { server, close, port: (server.address() as AddressInfo).port };
  };

  /** Connects and sends this text; `heard` is everything that is answered until the connection ends. */
  const send = async ({ port, host = "127.0.0.1" }: { port: number; host?: string }, text: string) => {
    const socket = connect(port, host).on("error", () => undefined);
    let answer = "";
    socket.on("data", (piece) => (answer += String(piece)));
    const heard = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
    await once(socket, "connect");
    socket.write(text);
    return { socket, heard };
  };

  it.each([
    ["nothing", ""],
    ["half of the headers of a request", "GET / HTTP/1.1\r\nHost:"],
    ["a request without its body", HEAD],
    ["half of a second request", `GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n${HEAD}ab`],
  ])("a server closes although a client has sent %s and keeps silent", async (_what, text) => {
    const { server, close, port } = await start(answerAfterBody, { stalledMs: 100 });
    const connected = once(server, "connection") as Promise<[Socket]>;
    const { heard } = await send({ port }, text);
    const [accepted] = await connected;
    await vi.waitFor(() => expect(accepted.bytesRead).toBe(text.length));
    await close();
    await heard;
  });

  it("a server that closes answers the request that it is at work on, and the one that still arrives", async () => {
    let finish: (() => void) | undefined;
    const slow: RequestListener = (request, response) => {
      if (request.method === "GET") finish = () => response.end("thought over");
      else answerAfterBody(request, response);
    };
    const { server, close, port } = await start(slow);
    const asked = once(server, "request");
    const waiting = await send({ port }, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await asked;
    const begun = once(server, "request");
    const arriving = await send({ port }, `${HEAD}ab`);
    await begun;
    const closed = close();
    arriving.socket.write("cd");
    expect(await arriving.heard).toMatch(/done$/);
    finish?.();
    expect(await waiting.heard).toMatch(/thought over$/);
    await closed;
  });

  it("a server that closes waits for a handler that reads slowly, and then for the client that had to wait for it", async () => {
    let exchange: Parameters<RequestListener> | undefined;
    const { server, close, port } = await start((...given) => void (exchange = given), { stalledMs: 100 });
    const asked = once(server, "request");
    const { socket, heard } = await send({ port }, "");
    const size = getDefaultHighWaterMark(false);
    socket.write(`${HEAD.replace("4", `${size + 4}\r\nConnection: close`)}${"x".repeat(size)}`);
    await asked;
    await vi.waitFor(() => expect(exchange?.[0].readableLength).toBe(size));
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = close();
    vi.advanceTimersByTime(1_000);
    if (exchange) answerAfterBody(...exchange);
    await vi.waitFor(() => expect(exchange?.[0].readableLength).toBe(0), { interval: 0 });
    vi.advanceTimersByTime(50);
    socket.write("last");
    expect(await heard).toMatch(/done$/);
    await closed;
  });

  it("a server that closes gives up answers that take too long", async () => {
    const { server, close, port } = await start(() => undefined, { closeTimeoutMs: 100 });
    const asked = once(server, "request");
    const { heard } = await send({ port }, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await asked;
    await close();
    expect(await heard).toBe("");
  });

  it.skipIf(!hasIpv6)(
    "a server that closes also answers requests to the other loopback address (needs IPv6)",
    async () => {
      let finish: (() => void) | undefined;
      const { server, close, port } = await start((_request, response) => {
        finish = () => response.end("thought over");
      });
      const stopListening = await listenOnOtherLoopback(server);
      const asked = once(server, "request");
      const { heard } = await send({ port, host: "::1" }, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await asked;
      let isClosed = false;
      const closed = Promise.all([close(), stopListening()]).then(() => (isClosed = true));
      await once(server, "close");
      expect(isClosed).toBe(false);
      finish?.();
      expect(await heard).toMatch(/thought over$/);
      await closed;
    },
  );
});
