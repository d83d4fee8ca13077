import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createApp } from "../../app";
import { type ApiSession, startApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";
import { addConsolePages } from "../sites/console-pages";

const PORTAL_ORIGIN = "https://portal.example.org";
const CLOCK_TIME = "Tue, 17 Nov 2026 11:12:13 GMT";

describe("date in an answer", () => {
  const api = startApi();
  const folder = mkdtempSync(join(tmpdir(), "leitstand-pages-"));
  let app: App;
  let url: string;
  let session: ApiSession;
  beforeAll(async () => {
    writeFileSync(join(folder, "index.html"), "page");
    session = await api.signIn("getDashboard");
    app = await createApp({
      ...testNodeOptions(api.db),
      clock: { now: () => new Date(CLOCK_TIME) },
      corsOrigins: [PORTAL_ORIGIN],
    });
    addConsolePages(app.server, folder);
    url = await app.server.listen({ host: "127.0.0.1", port: 0 });
    app.start();
  });
  afterAll(async () => {
    await app?.stop();
    rmSync(folder, { recursive: true });
  });

  const preflight = { origin: PORTAL_ORIGIN, "access-control-request-method": "GET" };
  it.each([
    ["an answer", 200, "GET /api/v1/dashboard", {}],
    ["a stream", 200, "GET /api/v1/dashboard", { accept: "text/event-stream" }],
    ["a refusal", 403, "GET /api/v1/vehicles", {}],
    ["no such path", 404, "GET /api/v1/nowhere", {}],
    ["no such method", 405, "PUT /api/v1/vehicles", {}],
    ["an address that cannot be read", 400, "GET /%", {}],
    ["leave for another site", 204, "OPTIONS /api/v1/vehicles", preflight],
    ["a page", 200, "GET /", { accept: "text/html" }],
  ])("the Date header has the time of the server clock: %s, %i", async (...[, status, asked, more]) => {
    const [method = "", path = ""] = asked.split(" ");
    const headers = { authorization: `Bearer ${session.session.token}`, ...more };
    const answer = await fetch(`${url}${path}`, { method, headers });
    await answer.body?.cancel();
    expect([answer.status, answer.headers.get("date")]).toEqual([status, CLOCK_TIME]);
  });
});
