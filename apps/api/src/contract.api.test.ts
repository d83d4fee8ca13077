import { readFileSync } from "node:fs";
import { allOperations } from "@leitstand/contract/operations";
import { createClient } from "@leitstand/client/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { AppOptions } from "./app";
import { createRoutes } from "./routes";
import { requiredResponseHeaders } from "./testing/authorization/matrix";
import { funeralCaseRequest } from "./testing/cases";
import { stopRateLimitRefill } from "./testing/process-time";
import { insertPerson, insertDeviceWithPhoneNumber } from "./testing/sign-in-fixtures";
import { insertBranch, insertTenant } from "./testing/fixtures";
import { startApi } from "./testing/start-api";
import { startTestServerNode, type TestNode } from "./testing/start-node";
import type { OperationRoute } from "#platform/http/handler";

const CONSOLE_ORIGIN = "https://desk.example.org";
const methodAndPath = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const contractRoutes = allOperations.map(methodAndPath).toSorted();

const expectProtectingHeaders = (answer: Response) => {
  for (const [name, form] of Object.entries(requiredResponseHeaders)) expect(answer.headers.get(name)).toMatch(form);
};

describe("the server and its contract", () => {
  const api = startApi();
  const lines: string[] = [];
  let routes: readonly OperationRoute[] = [];
  let node: TestNode;

  beforeAll(async () => {
    const options: Partial<AppOptions> = {
      corsOrigins: [CONSOLE_ORIGIN],
      rateLimitFactor: 1,
      logger: { level: "debug", stream: { write: (line: string) => void lines.push(line) } },
      routes: (services) => (routes = createRoutes(services).map(breakGrants)),
    };
    node = await startTestServerNode(api.databaseUrl, () => options);
  });
  afterAll(() => node?.stop());

  /** Makes one operation fail with an unexpected error. */
  const breakGrants = (route: OperationRoute): OperationRoute =>
    route.operation.id === "getGrants"
      ? { ...route, handler: { mode: "in", run: () => Promise.reject(new Error("canary-of-a-fault")) } }
      : route;

  const ask = (path: string, init: RequestInit = {}) => fetch(`${node.url}/api/v1${path}`, init);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it("the server serves each operation of the contract once, and openapi.yaml lists the same operations", () => {
    expect(routes.map(({ operation }) => methodAndPath(operation)).toSorted()).toEqual(contractRoutes);
    for (const { method, path } of allOperations)
      expect(node.app.server.hasRoute({ method, url: `/api/v1${path.replaceAll(/\{(\w+)\}/g, ":$1")}` })).toBe(true);
    const text = readFileSync(new URL("../../../openapi.yaml", import.meta.url), "utf8");
    const { paths } = parse(text) as { paths: Record<string, object> };
    const methods = ["get", "post", "put", "patch", "delete"];
    const listed = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => methods.includes(method))
        .map((method) => methodAndPath({ method: method.toUpperCase(), path: path.replace("/api/v1", "") })),
    );
    expect(listed.toSorted()).toEqual(contractRoutes);
  });

  it("every refusal of the API has the same security headers", async () => {
    const calls: [string, RequestInit][] = [
      ...allOperations.map(({ method, path }): [string, RequestInit] => [path.replaceAll(/\{\w+\}/g, "x"), { method }]),
      ["/nowhere", {}],
      ["/vehicles", { method: "DELETE" }],
      [`/vehicles?x=${"a".repeat(9_000)}`, {}],
      ["/vehicles", { method: "POST", body: "{", headers: { "content-type": "text/plain" } }],
      ["/vehicles/%", {}],
      ["/vehicles", { headers: { accept: "application/problem+json" } }],
    ];
    for (const [path, init] of calls) {
      const answer = await ask(path, init);
      expect(answer.ok).toBe(false);
      expectProtectingHeaders(answer);
      expect(await answer.text()).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts:/);
    }
  });

  it("the answer to an internal error does not contain its cause, which only the log contains", async () => {
    const { session } = await api.signIn("getGrants");
    const answer = await ask("/grants", { headers: bearer(session.token) });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: "INTERNAL_ERROR" });
    expect(text).not.toMatch(/canary|Error:|\bat .+:\d+:\d+/);
    expectProtectingHeaders(answer);
    expect(lines.filter((line) => line.includes("canary-of-a-fault"))).toHaveLength(1);
  });

  it.each([
    "null",
    "https://desk.example.org.attacker.example",
    "https://attacker-desk.example.org",
    "https://www.desk.example.org",
    "https://desk.example.org:8443",
    "https://desk.example.org/",
    "http://desk.example.org",
    "https://deskXexample.org",
    "https://attacker.example",
    "*",
  ])("the API does not let web pages of the unknown origin %s read its answers", async (origin) => {
    const preflight = { origin, "access-control-request-method": "GET" };
    for (const init of [{ headers: { origin } }, { method: "OPTIONS", headers: preflight }]) {
      const answer = await ask("/vehicles", init);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("the API lets web pages of a configured origin read its answers", async () => {
    const answer = await ask("/vehicles", { headers: { origin: CONSOLE_ORIGIN } });
    expect(answer.headers.get("access-control-allow-origin")).toBe(CONSOLE_ORIGIN);
    expect(answer.headers.get("vary")).toMatch(/origin/i);
  });

  interface Line {
    readonly audit?: string;
    readonly code?: string;
    readonly operation?: string;
    readonly token_id?: string;
    readonly ip?: string;
    readonly trace_id?: string;
  }
  const linesOf = (answer: Response) => {
    const [, trace] = (answer.headers.get("traceparent") ?? "").split("-");
    return lines.map((line) => JSON.parse(line) as Line).filter(({ audit, trace_id }) => audit && trace_id === trace);
  };

  it("the API logs exactly one line for each refused sign-in, missing grant and exceeded rate limit", async () => {
    const tenant = await insertTenant(api.db, "FUNERAL");
    const branch = await insertBranch(api.db, tenant.id);
    const { session } = await api.bearer({ tenant, grants: ["createVehicle"], branchIds: [branch] });
    const device = await api.bearer({ tenant, kind: "DEVICE", grants: ["createUser"], branchIds: [branch] });
    const json = { "content-type": "application/json" };
    const vehicle = {
      license_plate: "G-1",
      description: "",
      active: true,
      capacity: 1,
      branch_id: crypto.randomUUID(),
    };
    const sign = { email: "nobody@example.org", password: "wrong as it can be" };
    const known = { headers: bearer(session.token) };
    const cases: [string, string, RequestInit, boolean][] = [
      ["AUTH_TOKEN_MISSING", "/vehicles", {}, false],
      ["AUTH_TOKEN_INVALID", "/vehicles", { headers: bearer("nonsense") }, false],
      ["AUTH_GRANT_MISSING", "/vehicles", known, true],
      ["AUTH_TENANT_MISMATCH", "/vehicles", { headers: { ...bearer(session.token), "x-tenant-key": "another" } }, true],
      [
        "AUTH_TOKEN_KIND_NOT_ALLOWED",
        "/users",
        { method: "POST", body: "{}", headers: { ...json, ...bearer(device.session.token) } },
        true,
      ],
      [
        "BRANCH_ACCESS_DENIED",
        "/vehicles",
        { method: "POST", body: JSON.stringify(vehicle), headers: { ...json, ...bearer(session.token) } },
        true,
      ],
      [
        "TENANT_KEY_INVALID",
        "/auth/user",
        { method: "POST", body: "{}", headers: { ...json, "x-tenant-key": "x" } },
        false,
      ],
      [
        "AUTH_CREDENTIALS_INVALID",
        "/auth/user",
        { method: "POST", body: JSON.stringify(sign), headers: { ...json, "x-tenant-key": tenant.tenant_key } },
        false,
      ],
    ];
    for (const [code, path, init, isKnown] of cases) {
      const answer = await ask(path, init);
      expect(await answer.json()).toMatchObject({ code });
      const found = linesOf(answer);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        audit: "refused",
        code,
        ip: "127.0.0.1",
        operation: expect.stringMatching(/^\w+$/),
      });
      expect(typeof found[0]?.token_id).toBe(isKnown ? "string" : "undefined");
    }
  });

  it("the API logs a line for each call above the rate limit, and none for calls within it", async () => {
    const { short_code } = await insertTenant(api.db, "FUNERAL");
    stopRateLimitRefill();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => ask(`/tenants/config/${short_code}/key`, { method: "GET" })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(30);
    for (const answer of refused) {
      expect(linesOf(answer)).toMatchObject([{ code: "RATE_LIMIT_EXCEEDED", operation: "getTenantKey" }]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expectProtectingHeaders(answer);
    }
    for (const answer of answers.filter(({ ok }) => ok)) expect(linesOf(answer)).toEqual([]);
  });

  it("the log of the API contains no secrets and no personal data", async () => {
    const tenant = await insertTenant(api.db, "FUNERAL");
    const email = "canary-mail@example.org";
    const password = "canary-password sieben Störche";
    const phone_number = "+4366000000077";
    await insertPerson(api.db, tenant, { email, password });
    await insertDeviceWithPhoneNumber(api.db, tenant, phone_number);
    const { session } = await api.bearer({
      tenant,
      grants: ["createCase", "getCases", "createVehicle", "getVehicles"],
    });
    const client = createClient({ baseUrl: node.url, token: () => session.token, attempts: 1 });
    const anonymous = createClient({ baseUrl: node.url, tenantKey: tenant.tenant_key, attempts: 1 });
    const signedIn = await anonymous.authUser({ email, password });
    const refused = { status: expect.any(Number) };
    await expect(anonymous.authUser({ email, password: `${password} wrong` })).rejects.toMatchObject(refused);
    await anonymous.authDevice({ phone_number });
    await expect(anonymous.verifyDevice({ phone_number, one_time_code: "735028" })).rejects.toMatchObject(refused);
    await anonymous.requestPasswordReset({ email });
    await expect(anonymous.setPassword({ token: "canary-reset-token", password })).rejects.toMatchObject(refused);
    await client.createCase(
      funeralCaseRequest({ contact: { name: "canary-contact" }, description: "canary-description" }),
    );
    await client.getCases({ text: "canary-search" });
    await ask("/vehicles?sort=canary-sort", { headers: bearer(session.token) });
    await ask("/vehicles?access_token=canary-query-token");
    await ask("/vehicles", { headers: bearer("canary-bearer-token") });
    await ask("/vehicles/canary-path", { headers: { ...bearer(session.token), cookie: "canary-cookie=1" } });
    // The address of a calendar feed is secret, so the log must not contain it.
    for (const file of [`canary-${"x".repeat(36)}.ics`, "canary-feed"]) await ask(`/calendars/feed/${file}`);
    const garbled = {
      method: "POST",
      body: '{"license_plate":"canary-plate',
      headers: { ...bearer(session.token), "content-type": "application/json" },
    };
    await ask("/vehicles", garbled);
    await ask("/vehicles", { headers: { "x-tenant-key": "canary-tenant-key\tInjected" } });
    const log = lines.filter((line) => !line.includes("canary-of-a-fault")).join("");
    for (const secret of [
      "canary",
      session.token,
      signedIn.token,
      phone_number,
      "735028",
      "Störche",
      "Muster",
      "Obermoser",
      tenant.tenant_key,
    ])
      expect(log).not.toContain(secret);
    // Whatever a client sends, a line of the log stays one line of JSON.
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});
