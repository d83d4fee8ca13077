import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../app";
import { connectTestDatabase, testNodeOptions } from "../../testing/start-node";
import { cloneDatabase } from "../../testing/test-database";
import { addConsolePages, addDriverPages } from "./console-pages";

const consolePage = "<!doctype html><title>Leitstand</title>";
const driverPage = "<!doctype html><title>Leitstand Fahrt</title>";
const consoleScript = "export const answer = 42;\n".repeat(100);
const htmlHeaders = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("console at /", () => {
  const home = mkdtempSync(join(tmpdir(), "leitstand-console-"));
  const folder = join(home, "dist");
  const ends: (() => unknown)[] = [() => rmSync(home, { recursive: true })];
  let url: string;

  beforeAll(async () => {
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(home, "secret.txt"), "not for the world");
    writeFileSync(join(folder, ".built-from"), "not for the world");
    writeFileSync(join(folder, "index.html"), consolePage);
    mkdirSync(join(folder, "driver-build/assets"), { recursive: true });
    writeFileSync(join(folder, "driver-build/index.html"), driverPage);
    writeFileSync(join(folder, "driver-build/worker.js"), "// worker");
    writeFileSync(join(folder, "driver-build/assets/index-Ab12.js"), consoleScript);
    writeFileSync(join(folder, "favicon.svg"), "<svg/>");
    writeFileSync(join(folder, "assets/index-Ab12.js"), consoleScript);
    writeFileSync(join(folder, "assets/index-Ab12.js.br"), brotliCompressSync(consoleScript));
    url = await start(folder);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  async function start(consoleFolder: string): Promise<string> {
    const database = await cloneDatabase();
    const db = connectTestDatabase(database.url, 4);
    const app = await createApp(testNodeOptions(db));
    addConsolePages(app.server, consoleFolder);
    addDriverPages(app.server, join(consoleFolder, "driver-build"));
    ends.push(
      () => database.drop(),
      () => db.close(),
      () => app.stop(),
    );
    return app.server.listen({ host: "127.0.0.1", port: 0 });
  }

  /** Requests the path unchanged: `fetch` would normalise it, and decompress the body. */
  const ask = (path: string, { method = "GET", ...headers }: Record<string, string> = {}, base = url) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const { hostname, port } = new URL(base);
      const sent = request({ hostname, port, path, method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on("error", reject).end();
    });

  it.each(["/", "/index.html", "/board?case=1", "/cases/3f1b/edit", "/%2e%2e/x"])(
    "the server opens the page of the console at %s",
    async (path) => {
      const { status, headers, body } = await ask(path, htmlHeaders);
      expect([status, body.toString()]).toEqual([200, consolePage]);
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-security-policy": expect.stringMatching(
          /default-src 'self'; script-src 'self';.*frame-ancestors 'none'.*object-src 'none'/,
        ),
      });
      expect(await ask(path, { ...htmlHeaders, method: "HEAD" })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    },
  );

  it.each([undefined, "*/*", "text/*", "application/json, */*;q=0.1"])(
    "the server sends its pages to a client that accepts %s, as curl, uptime checks and previews of links do",
    async (accept) => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      const bodyOf = async (path: string) => String((await ask(path, headers)).body);
      for (const path of ["/", "/sign-in?tenant=bestattung", "/set-password"])
        expect([path, await bodyOf(path)]).toEqual([path, consolePage]);
      expect(await bodyOf("/driver/")).toBe(driverPage);
    },
  );

  it.each(["application/json", "text/html;q=0, */*"])(
    "the server sends no page to a client that accepts %s",
    async (accept) => {
      for (const path of ["/", "/sign-in", "/driver/"]) expect((await ask(path, { accept })).status).toBe(404);
    },
  );

  it("browsers may keep files with a hash in their name for a year, and get them compressed", async () => {
    const asset = "/assets/index-Ab12.js";
    const plain = await ask(asset);
    expect([plain.status, plain.body.toString()]).toEqual([200, consoleScript]);
    const packed = await ask(asset, { "accept-encoding": "gzip, deflate, br" });
    expect(brotliDecompressSync(packed.body).toString()).toBe(consoleScript);
    expect(packed.headers).toMatchObject({
      "content-type": expect.stringContaining("javascript"),
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
      vary: expect.stringMatching(/accept-encoding/i),
    });
    const kept = await ask(asset, { "if-none-match": String(plain.headers["etag"]) });
    expect(kept.status).toBe(304);
  });

  it.each([
    "/assets/index-Gone.js",
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "//secret.txt",
    "/.built-from",
    "/assets",
    "/unknown",
  ])("the server answers 404 to a program at %s", async (path) => {
    const { status, body } = await ask(path);
    expect(body.toString()).not.toContain("not for the world");
    expect([status, (JSON.parse(body.toString()) as { code: string }).code]).toEqual([404, "ROUTE_NOT_FOUND"]);
  });

  it.each([
    ["GET", "/api/v1/unknown", 404],
    ["GET", "/api", 404],
    ["GET", "/api/v1/%2e%2e/%2e%2e/index.html", 404],
    ["DELETE", "/api/v1/dashboard", 405],
    ["GET", "/api/v1/dashboard", 401],
    ["GET", "/assets/index-Gone.js", 404],
    ["POST", "/", 404],
    ["DELETE", "/board", 404],
  ])("the server answers a browser's %s %s with an error of the catalogue", async (method, path, status) => {
    const answer = await ask(path, { ...htmlHeaders, method });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toContain("application/json");
  });

  it("the server serves the driver app below /driver, with the browser permissions that it needs and no others", async () => {
    expect(await ask("/driver", htmlHeaders)).toMatchObject({ status: 308, headers: { location: "/driver/" } });
    const { status, headers, body } = await ask("/driver/", htmlHeaders);
    expect([status, body.toString()]).toEqual([200, driverPage]);
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      "permissions-policy": expect.stringContaining("camera=(self), geolocation=(self)"),
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; .*require-trusted-types-for 'script'; trusted-types worker$/);
    expect(policy).not.toMatch(/unsafe|data:|blob:|https?:/);
    // If the browser never updated the service worker, it would also keep the old app.
    expect((await ask("/driver/worker.js")).headers["cache-control"]).toBe("no-cache");
    expect((await ask("/driver/assets/index-Ab12.js")).headers["cache-control"]).toContain("immutable");
    expect((await ask("/driver/assets/index-Gone.js", htmlHeaders)).status).toBe(404);
  });

  it("the server serves the API alone where no console has been built", async () => {
    const alone = await start(join(home, "never-built"));
    expect((await ask("/", htmlHeaders, alone)).status).toBe(404);
    expect((await ask("/api/v1/dashboard", htmlHeaders, alone)).status).toBe(401);
  });
});
