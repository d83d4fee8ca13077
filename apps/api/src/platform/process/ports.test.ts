import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { describe, expect, it } from "vitest";
import { hasIpv6 } from "./ipv6-testkit";
import { chooseFreePorts, findFreePort, isPortFree, listenOnOtherLoopback, listenOrThrowStartupError } from "./ports";

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

  it("a free port is chosen for each server whose port is 0, and the other ports stay as they are", async () => {
    const chosen = await chooseFreePorts("127.0.0.1", { PORT: 0, METRICS_PORT: 9090, DOCS_PORT: 0 });
    expect(chosen).toEqual({ PORT: expect.stringMatching(/^\d{5}$/), DOCS_PORT: expect.stringMatching(/^\d{5}$/) });
    expect(chosen.PORT).not.toBe(chosen.DOCS_PORT);
    for (const [variable, text] of Object.entries(chosen)) {
      const port = Number(text);
      expect(await isPortFree("127.0.0.1", port), "a chosen port is kept until its server listens").toBe(false);
      const at = { variable, host: "127.0.0.1", port };
      expect(await listenOrThrowStartupError(at, () => isPortFree("127.0.0.1", port))).toBe(true);
    }
  });

  it("an address that the machine does not have is refused when a free port is looked for", async () => {
    await expect(chooseFreePorts("192.0.2.1", { PORT: 0 })).rejects.toThrow('HOST is "192.0.2.1", which is not');
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
