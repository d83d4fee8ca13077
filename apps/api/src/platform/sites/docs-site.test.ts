import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDocsSite } from "./docs-site";

const docsScript = "export const answer = 42;\n".repeat(100);
const textWithAddress = "see https://built.example/docs/intro\n".repeat(100);
const builtFiles: Record<string, string | Buffer> = {
  "served.json": JSON.stringify({
    routes: ["/", "/docs/intro", "/docs/api/", "/openapi/", "/docs/addressed"],
    script_hashes: ["'sha256-x'"],
    site_url: "https://built.example",
    redirects: { "/docs": "/docs/intro" },
  }),
  ".built-from": "not for the world",
  "index.html": "home",
  "404.html": "Page Not Found",
  "docs/intro/index.html": "intro",
  "docs/intro.md": "# Introduction",
  "docs/api/index.html": "api",
  "openapi/index.html": "openapi",
  "static/openapi.yaml": "openapi: 3.0.3",
  ...Object.fromEntries(
    ["docs/addressed/index.html", "sitemap.xml", "feed.atom", "robots.txt", "docs/addressed.md"].map((name) => [
      name,
      textWithAddress,
    ]),
  ),
  "sitemap.xml.br": brotliCompressSync(textWithAddress),
  "assets/js/addressed.js": textWithAddress,
  "assets/js/runtime~main.ab12.js": docsScript,
  "assets/js/runtime~main.ab12.js.br": brotliCompressSync(docsScript),
};

describe("documentation site", () => {
  const home = mkdtempSync(join(tmpdir(), "leitstand-docs-"));
  const folder = join(home, "build");
  const clock = { now: () => new Date("2026-03-03T09:00:20Z") };
  const progressFile = join(home, "progress.json");
  const analyticsScript = "https://count.example/a.js";
  const feedbackUrl = "https://hear.example/docs";
  const sites = [
    createDocsSite({ folder, apiOrigin: "http://localhost:8080", analyticsScript, feedbackUrl }),
    createDocsSite({ folder, apiOrigin: "http://localhost:8080" }),
    createDocsSite({ folder: join(home, "never-built"), progressFile, clock, apiOrigin: "http://localhost:8080" }),
    createDocsSite({ folder, apiOrigin: "http://localhost:8080", siteOrigin: "https://served.example" }),
  ];
  const urls: string[] = [];

  beforeAll(async () => {
    writeFileSync(join(home, "secret.txt"), "not for the world");
    for (const [name, content] of Object.entries(builtFiles)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    for (const site of sites) urls.push(await site.listen({ host: "127.0.0.1", port: 0 }));
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    rmSync(home, { recursive: true });
  });

  /** Requests the path unchanged: `fetch` would normalise it, and follow redirects. */
  const ask = (path: string, { method = "GET", site = 0, ...headers }: Record<string, string | number> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(urls[Number(site)] ?? "");
      const sent = request({ hostname, port, path, method: String(method), headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        );
      });
      sent.on("error", reject).end();
    });

  it.each([
    ["/", "home"],
    ["/docs/intro", "intro"],
    ["/docs/intro?a=1", "intro"],
    ["/docs/api/", "api"],
  ])("the path %s shows its documentation page", async (path, page) => {
    const { status, body, headers } = await ask(path);
    expect([status, body]).toEqual([200, page]);
    expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
    expect(await ask(path, { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  it.each([
    ["/index.html", "/"],
    ["/docs/intro.html", "/docs/intro"],
    ["/docs/intro/index.html?a=1", "/docs/intro?a=1"],
    ["/docs/intro/", "/docs/intro"],
    ["/docs/api", "/docs/api/"],
    ["/docs/api.html", "/docs/api/"],
    ["/docs/api/index.html", "/docs/api/"],
    ["/unknown.html", "/unknown"],
    ["/unknown/index.html", "/unknown"],
    ["//evil.example/index.html", "/evil.example"],
    ["/docs", "/docs/intro"],
    ["/docs/", "/docs/intro"],
    ["/docs?a=1", "/docs/intro?a=1"],
  ])("the documentation site redirects %s permanently to %s", async (path, target) => {
    expect(await ask(path)).toMatchObject({ status: 301, headers: { location: target } });
  });

  it.each([
    "/unknown",
    "/404",
    "/served.json",
    "/.built-from",
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets",
    "/assets/js/gone.js",
  ])("the documentation site answers %s with the not-found page", async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: "Page Not Found" });
  });

  it("the documentation site sends files that are not pages with their media type", async () => {
    expect((await ask("/static/openapi.yaml")).headers["content-type"]).toBe("text/yaml; charset=utf-8");
    expect((await ask("/docs/intro.md")).headers["content-type"]).toBe("text/markdown; charset=utf-8");
  });

  it("browsers may keep documentation files with a hash in their name for a year, and get them compressed", async () => {
    const { headers } = await ask("/assets/js/runtime~main.ab12.js", { "accept-encoding": "br" });
    expect(headers).toMatchObject({
      "content-type": expect.stringContaining("javascript"),
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  it("documentation pages can run only their own scripts and reach only their API", async () => {
    const policy = async (site: number) => String((await ask("/", { site })).headers["content-security-policy"]);
    expect(await policy(1)).toContain("script-src 'self' 'sha256-x'; ");
    expect(await policy(1)).toContain("connect-src 'self' http://localhost:8080; ");
    expect(await policy(1)).toContain("frame-ancestors 'none'");
    expect(await policy(0)).toContain("script-src 'self' 'sha256-x' https://count.example; ");
    expect(await policy(0)).toContain(
      "connect-src 'self' http://localhost:8080 https://count.example https://hear.example; ",
    );
  });

  it("documentation pages contain the address of the API, the script that needs consent, and the address for feedback", async () => {
    expect(JSON.parse((await ask("/site.json")).body)).toEqual({
      api_url: "http://localhost:8080/api/v1",
      analytics_script: analyticsScript,
      feedback_url: feedbackUrl,
    });
    const without = JSON.parse((await ask("/site.json", { site: 1 })).body) as unknown;
    expect(without).toMatchObject({ analytics_script: null, feedback_url: null });
  });

  describe("documentation site at another address than it was built for", () => {
    it.each([
      ["/docs/addressed", "text/html; charset=utf-8"],
      ["/docs/addressed.md", "text/markdown; charset=utf-8"],
      ["/robots.txt", "text/plain; charset=utf-8"],
      ["/sitemap.xml", "application/xml"],
      ["/feed.atom", "application/atom+xml"],
    ])("the documentation site replaces the address of the build by its own in %s", async (path, type) => {
      const { status, headers, body } = await ask(path, { site: 3 });
      expect([status, headers["content-type"]]).toEqual([200, type]);
      expect(body).toBe(textWithAddress.replaceAll("built", "served"));
      expect((await ask(path, { site: 0 })).body).toBe(textWithAddress);
    });

    it("the documentation site compresses a rewritten page, and answers 304 to a browser that has it", async () => {
      const { headers } = await ask("/sitemap.xml", { site: 3, "accept-encoding": "br" });
      expect(headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding", "cache-control": "no-cache" });
      const again = await ask("/sitemap.xml", { site: 3, "if-none-match": String(headers["etag"]) });
      expect(again).toMatchObject({ status: 304, body: "" });
      expect(await ask("/sitemap.xml", { site: 3, method: "HEAD" })).toMatchObject({ status: 200, body: "" });
    });

    it("the documentation site sends scripts unchanged at another address, because browsers keep them", async () => {
      expect((await ask("/assets/js/addressed.js", { site: 3 })).body).toBe(textWithAddress);
    });
  });

  it("the documentation site answers only GET and HEAD", async () => {
    expect(await ask("/", { method: "POST" })).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
  });

  describe("documentation site that has not been built", () => {
    const asText = { site: 2, accept: "text/plain" };
    const tell = (progress: unknown) => writeFileSync(progressFile, JSON.stringify(progress));
    afterEach(() => rmSync(progressFile, { force: true }));

    it("the documentation site says that it has not been built yet", async () => {
      expect(await ask("/", asText)).toMatchObject({ status: 503, body: "The site has not been built.\n" });
    });

    it.each([
      "",
      "{",
      "null",
      "[]",
      '{"started_at":"once","usual_seconds":60}',
      '{"started_at":"2026-03-03T09:00:00Z"}',
    ])(
      "the documentation site says that it has not been built yet, even if its progress file contains %j",
      async (text) => {
        writeFileSync(progressFile, text);
        expect(await ask("/", asText)).toMatchObject({ status: 503, body: "The site has not been built.\n" });
      },
    );

    it("the documentation site shows a browser the progress of its build on a page that reloads itself", async () => {
      tell({ started_at: "2026-03-03T09:00:00Z", usual_seconds: 60 });
      const { status, headers, body } = await ask("/docs/intro", { site: 2, accept: "text/html" });
      expect(status).toBe(503);
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      expect(body).toContain("<h1>The documentation is being built.</h1>");
      expect(body).toContain('<progress max="60" value="20"');
      expect(headers["retry-after"]).toBe("40");
    });

    it("the page about the build of the documentation allows its own script and no other", async () => {
      const { headers, body } = await ask("/", { site: 2, accept: "text/html" });
      const script = /<script>(.*)<\/script>/s.exec(body)?.[1] ?? "";
      const hash = createHash("sha256").update(script).digest("base64");
      expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
    });

    it("the page about the build of the documentation shows a full bar and retries after 5 seconds when a build takes longer than usual", async () => {
      tell({ started_at: "2026-01-01T00:00:00Z", usual_seconds: 60 });
      const { headers, body } = await ask("/", { site: 2, accept: "text/html" });
      expect(body).toContain('max="60" value="60"');
      expect(headers["retry-after"]).toBe("5");
    });

    it("the documentation site says that its build has failed, and where to find the reason", async () => {
      tell({ failed: true });
      const { body } = await ask("/", { site: 2, accept: "*/*" });
      expect(body).toContain("<h1>The documentation could not be built.</h1>");
      expect(await ask("/", asText)).toMatchObject({ body: "The documentation could not be built.\n" });
    });
  });
});
