import { request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform/database/database";
import { createDocsSite } from "#platform/sites/docs-site";
import { addHealthRoutes } from "#platform/http/health";
import { Metrics } from "#platform/sites/metrics";
import { sql } from "#platform/database/sql";
import { deriveDemoServiceToken, assignDemoServiceTokens } from "./demonstration/demonstration-tokens.service";
import { hasDemonstrationTenants } from "./demonstration/demonstration.service";
import { createDemonstrationCompanies } from "./testing/demonstration-companies";
import { createDemonstrationNode } from "./testing/runs/create-demonstration";
import { connectTestDatabase, testNodeOptions } from "./testing/start-node";
import { cloneDatabase } from "./testing/test-database";

const FUNERAL_COMPANY_CODE = "bestattung";

describe("a demonstration, whose people all have one password", () => {
  let db: Database;
  const ports = { product: 0, documentation: 0, metrics: 0 };
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await cloneDatabase();
    db = connectTestDatabase(database.url, 4);
    await createDemonstrationCompanies(db);
    const options = { ...testNodeOptions(db), demonstration: true, checksAnswers: false };
    const app = await createDemonstrationNode(options);
    addHealthRoutes(app.server, { db, isStopping: () => false, findFault: async () => undefined });
    const docs = createDocsSite({ folder: "nowhere", apiOrigin: "http://localhost", demonstration: true });
    for (const [name, server] of Object.entries({ product: app.server, documentation: docs }))
      ports[name as keyof typeof ports] = portOf((await server.listen({ host: "127.0.0.1", port: 0 }), server.server));
    const metrics = await new Metrics().serve("127.0.0.1", 0, options);
    ports.metrics = portOf(metrics);
    ends.push(
      () => app.stop(),
      () => docs.close(),
      () => new Promise((resolve) => metrics.close(resolve)),
      () => db.close(),
      () => database.drop(),
    );
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  const ask = (port: number, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const call = httpRequest({ host: "127.0.0.1", port, path, headers }, (answer) => {
        let body = "";
        answer.on("data", (piece) => (body += String(piece)));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
      });
      call.on("error", reject).end();
    });

  const doors = [
    ["product", `/api/v1/tenants/config/${FUNERAL_COMPANY_CODE}/key`, 200],
    ["product", "/outbox", 200],
    ["product", "/healthz", 200],
    ["product", "/readyz", 200],
    ["documentation", "/", 503], // The documentation has not been built here.
    ["metrics", "/metrics", 200],
  ] as const;

  it.each(doors)("a demonstration answers requests from its own machine: %s %s", async (door, path, status) => {
    for (const host of ["localhost", "127.0.0.1", "[::1]", "desk.localhost"])
      expect((await ask(ports[door], path, { host: `${host}:${ports[door]}` })).status).toBe(status);
  });

  it.each(doors)(
    "a demonstration refuses requests under another host name, such as one of a DNS rebinding attack: %s %s",
    async (door, path) => {
      for (const host of ["rebound.example", "0.0.0.0", "192.168.0.5", "localhost.example"])
        expect((await ask(ports[door], path, { host })).status).toBe(421);
    },
  );

  it.each(doors)(
    "a demonstration refuses requests that a proxy passes on, even under its own host name: %s %s",
    async (door, path) => {
      const signs = { "x-forwarded-for": "203.0.113.9", via: "1.1 front", forwarded: "for=203.0.113.9" };
      for (const [name, value] of Object.entries(signs))
        expect((await ask(ports[door], path, { host: "localhost", [name]: value })).status).toBe(421);
    },
  );

  it.each(doors)(
    "a demonstration refuses request targets with another host name, whatever the Host header is: %s %s",
    async (door, path) => {
      for (const target of [`http://rebound.example${path}`, `HTTPS://rebound.example:443${path}`])
        expect((await ask(ports[door], target, { host: "localhost" })).status).toBe(421);
    },
  );

  it("a demonstration explains its refusals by the texts of the error catalogue in the caller's language", async () => {
    const answer = await ask(ports.product, "/api/v1/users", { host: "desk.example.com", "accept-language": "de" });
    expect(JSON.parse(answer.body)).toMatchObject({
      code: "HOST_NOT_SERVED",
      message: expect.stringMatching(/^Das ist eine Demonstration: .* http:\/\/localhost\.$/),
    });
  });

  describe("the token of a demonstration's integration", () => {
    const opens = async (token: string) =>
      (await ask(ports.product, "/api/v1/branches", { host: "localhost", authorization: `Bearer ${token}` })).status;

    it("the integration token of a demonstration differs between installations and stays the same at each start", async () => {
      await assignDemoServiceTokens(db, "a secret of this installation");
      await assignDemoServiceTokens(db, "a secret of this installation");
      expect(await opens(deriveDemoServiceToken("a secret of this installation", FUNERAL_COMPANY_CODE))).toBe(200);
      expect(await opens(deriveDemoServiceToken("a secret of another one", FUNERAL_COMPANY_CODE))).toBe(401);
    });

    it("the start of a demonstration replaces the token that all demonstrations used to share", async () => {
      await assignDemoServiceTokens(db, "the secret of all");
      await assignDemoServiceTokens(db, "our own secret");
      expect(await opens(deriveDemoServiceToken("our own secret", FUNERAL_COMPANY_CODE))).toBe(200);
      expect(await opens(deriveDemoServiceToken("the secret of all", FUNERAL_COMPANY_CODE))).toBe(401);
      const { count } = await db.system.one<{ count: number }>(
        sql`select count(*)::int as count from tokens where kind = 'SERVICE'`,
      );
      expect(count).toBe(2);
    });
  });

  it("the integration token finds the demonstration's tenants, also after they were renamed", async () => {
    await db.system.run(
      sql`update tenants set name = 'Other', domain = null, short_code = 'other' where short_code = ${FUNERAL_COMPANY_CODE}`,
    );
    expect(await hasDemonstrationTenants(db)).toBe(true);
    await db.system.run(sql`update tenants set short_code = ${FUNERAL_COMPANY_CODE} where short_code = 'other'`);
    const empty = await cloneDatabase();
    const other = connectTestDatabase(empty.url, 1);
    expect(await hasDemonstrationTenants(other)).toBe(false);
    await other.close();
    await empty.drop();
  });
});
