import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "./app";
import { startApi } from "./testing/start-api";
import { testNodeOptions } from "./testing/start-node";
import { addConsolePages } from "#platform/sites/console-pages";
import { createDocsSite } from "#platform/sites/docs-site";
import { addHealthRoutes } from "#platform/http/health";
import { reloadScriptHash } from "#platform/sites/docs-progress";
import { addMapTileRoutes } from "#platform/sites/map-tiles";
import { Metrics } from "#platform/sites/metrics";

const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";
const consolePolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";
const docsPolicy = consolePolicy
  .replace("script-src 'self'", "script-src 'self' 'sha256-x'")
  .replace("font-src 'self'", "font-src 'self' data:")
  .replace("connect-src 'self'", "connect-src 'self' http://localhost:8080");
const waitingPagePolicy = consolePolicy.replace("script-src 'self'", `script-src 'self' ${reloadScriptHash}`);

/** Requests to each server, with the status and the content security policy that it has to answer. */
const expectedPolicies: readonly (readonly [server: string, asked: string, status: number, policy: string])[] = [
  ["api", "GET /api/v1/vehicles", 401, dataPolicy],
  ["api", "GET /api/v1/nowhere", 404, dataPolicy],
  ["api", "PUT /api/v1/vehicles", 405, dataPolicy],
  ["api", "POST /nowhere", 404, dataPolicy],
  ["api", "GET /%", 400, dataPolicy],
  ["api", "GET /healthz", 200, dataPolicy],
  ["api", "GET /readyz", 503, dataPolicy],
  ["api", "GET /maps/region.json", 200, dataPolicy],
  ["api", "GET /maps/0123456789abcdef/region.pmtiles", 200, dataPolicy],
  ["api", "GET /maps/another/region.pmtiles", 404, dataPolicy],
  ["api", "GET /", 200, consolePolicy],
  ["api", "GET /cases", 200, consolePolicy],
  ["api", "GET /assets/index-Ab12.js", 200, consolePolicy],
  ["api", "HEAD /assets/index-Ab12.js", 200, consolePolicy],
  ["api", "GET /assets/gone.js", 404, dataPolicy],
  ["docs", "GET /", 200, docsPolicy],
  ["docs", "GET /docs/intro/", 301, docsPolicy],
  ["docs", "GET /site.json", 200, docsPolicy],
  ["docs", "GET /nowhere", 404, docsPolicy],
  ["docs", "GET /assets/index-Ab12.js", 200, docsPolicy],
  ["docs", "POST /", 405, dataPolicy],
  ["docs", "GET /%", 400, dataPolicy],
  ["docs that were not built", "GET /", 503, waitingPagePolicy],
  ["metrics", "GET /metrics", 200, dataPolicy],
  ["metrics", "GET /", 404, dataPolicy],
];

describe("every server sends the same protecting headers", () => {
  const api = startApi();
  const folder = mkdtempSync(join(tmpdir(), "leitstand-headers-"));
  const ports: Record<string, number> = {};
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];

  beforeAll(async () => {
    const files = {
      "index.html": "page",
      "404.html": "nothing here",
      "docs/intro/index.html": "intro",
      "assets/index-Ab12.js": "1",
      "served.json": JSON.stringify({
        routes: ["/", "/docs/intro"],
        script_hashes: ["'sha256-x'"],
        site_url: "http://localhost:8081",
        redirects: {},
      }),
    };
    for (const name of ["assets", "docs/intro"]) mkdirSync(join(folder, name), { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);

    const { app, db } = api;
    const product = await createApp({ ...testNodeOptions(db), logger: false });
    ends.push(() => product.stop());
    addHealthRoutes(product.server, { db, isStopping: () => true, findFault: async () => undefined });
    const read = async () => Readable.from([Buffer.alloc(9)]);
    addMapTileRoutes(product.server, () => ({ sha256: "0123456789abcdef00", size_bytes: 9, attribution: "", read }));
    addConsolePages(product.server, folder);
    const listened = async (server: typeof app.server) => {
      ends.push(() => server.close());
      return Number(new URL(await server.listen({ host: "127.0.0.1", port: 0 })).port);
    };
    const metrics = await new Metrics().serve("127.0.0.1", 0);
    ends.push(() => metrics.close());
    const apiOrigin = "http://localhost:8080";
    Object.assign(ports, {
      api: await listened(product.server),
      docs: await listened(createDocsSite({ folder, apiOrigin })),
      "docs that were not built": await listened(createDocsSite({ folder: join(folder, "none"), apiOrigin })),
      metrics: (metrics.address() as AddressInfo).port,
    });
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  it.each(expectedPolicies)(
    "security headers are sent from %s with the answer to %s, %i",
    async (...[server, asked, status, policy]) => {
      const [method, path] = asked.split(" ");
      const answer = await new Promise<{ status: number | undefined; headers: object }>((resolve, reject) => {
        request({ host: "127.0.0.1", port: ports[server], method, path, headers: { accept: "*/*, text/html" } })
          .on("response", (response) => resolve({ status: response.resume().statusCode, headers: response.headers }))
          .on("error", reject)
          .end();
      });
      expect(answer).toMatchObject({
        status,
        headers: {
          "content-security-policy": policy,
          "referrer-policy": "no-referrer",
          "strict-transport-security": "max-age=31536000; includeSubDomains",
          "x-content-type-options": "nosniff",
        },
      });
    },
  );

  it.each(["api", "docs"])(
    "security headers are sent from %s with the 400 to bytes that are not a request",
    async (server) => {
      const socket = connect(ports[server] as number, "127.0.0.1");
      socket.end("nonsense\r\n\r\n");
      const heard = await text(socket);
      expect(heard).toMatch(/^HTTP\/1.1 400 /);
      for (const line of [dataPolicy, "no-referrer", "max-age=31536000; includeSubDomains", "nosniff"])
        expect(heard).toContain(`: ${line}\r\n`);
    },
  );

  it("security headers are sent from the docs server with the 400 to two Host headers", async () => {
    const socket = connect(ports["docs"] as number, "127.0.0.1");
    socket.end("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
  });
});
