import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { describe, expect, it } from "vitest";
import { hasIpv6 } from "./ipv6-testkit";
import { findFreePort, isPortFree, listenOnOtherLoopback } from "./ports";

describe("choice of ports", () => {
  it("a free port is never one that Linux gives to outgoing connections", async () => {
    for (const port of await Promise.all(Array.from({ length: 50 }, findFreePort))) {
      expect(port).toBeGreaterThanOrEqual(20_000);
      expect(port).toBeLessThan(32_768);
    }
  });

  it("a port counts as free only until a program listens on it", async () => {
    const port = await findFreePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    expect(await isPortFree("127.0.0.1", port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await isPortFree("127.0.0.1", port)).toBe(true);
  });
});

const listenOnPort = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => void server.once("error", reject).listen(port, host, resolve));
const closeServer = (server: Server) => new Promise((resolve) => server.close(resolve));

describe.skipIf(!hasIpv6)("other loopback address (needs IPv6)", () => {
  const textOf = async (url: string) => (await fetch(url)).text();

  it("the server also answers on the other loopback address until it stops listening", async () => {
    const port = await findFreePort();
    const server = createHttpServer((request, response) => response.end(request.headers.host));
    await listenOnPort(server, port, "127.0.0.1");
    const stop = await listenOnOtherLoopback(server);
    expect(await textOf(`http://127.0.0.1:${port}`)).toBe(`127.0.0.1:${port}`);
    expect(await textOf(`http://[::1]:${port}`)).toBe(`[::1]:${port}`);
    await stop();
    expect(await isPortFree("::1", port)).toBe(true);
    server.closeAllConnections();
    await closeServer(server);
  });

  it("a program that already listens on the other loopback address keeps it", async () => {
    const port = await findFreePort();
    const stranger = createHttpServer((_request, response) => response.end("stranger"));
    const server = createHttpServer((_request, response) => response.end("ours"));
    await listenOnPort(stranger, port, "::1");
    await listenOnPort(server, port, "127.0.0.1");
    const stop = await listenOnOtherLoopback(server);
    expect(await textOf(`http://[::1]:${port}`)).toBe("stranger");
    await stop();
    for (const one of [stranger, server]) {
      one.closeAllConnections();
      await closeServer(one);
    }
  });

  it("a server that listens for other machines does not open the other loopback address", async () => {
    const port = await findFreePort();
    const server = createHttpServer();
    await listenOnPort(server, port, "0.0.0.0");
    const stop = await listenOnOtherLoopback(server);
    expect(await isPortFree("::1", port)).toBe(true);
    await stop();
    await closeServer(server);
  });
});
