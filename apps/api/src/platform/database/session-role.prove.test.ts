import { createClient } from "@leitstand/client/client";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasConnectionPooler, type ConnectionPooler, startConnectionPooler } from "../../testing/postgres/pooler";
import { startApi } from "../../testing/start-api";
import { createDatabaseSubclass, setUpDatabaseConnections } from "../../testing/postgres/start-connecting";
import { startTestServerNode } from "../../testing/start-node";
import { deriveTestDatabaseLogins } from "../../testing/test-logins";
import { Database } from "./database";
import type { ServingDatabaseUrls } from "./database-logins";
import { connectionPoolSizesFor } from "./pool-sizes";
import { PgSessionSetup } from "./postgres-session";
import { compileSql, sql, withPlanForEachRun } from "./sql";

const api = startApi();
const { connect, mighty, aTenantWithBranch } = setUpDatabaseConnections(api);

const databaseOptions = {
  pools: connectionPoolSizesFor(4),
  statementTimeoutMs: 5_000,
  onError: () => undefined,
  name: "test pooled",
};
const sessionFactsSql = sql`
  select current_user::text as works_as, current_setting('timezone') as timezone, current_setting('statement_timeout') as patience,
    (select count(*) from branches) as branches, '2026-03-02 06:00+00'::timestamptz(3) as at`;
const expectedSessionFacts = {
  works_as: "leitstand_app",
  timezone: "UTC",
  patience: "5s",
  branches: 1,
  at: "2026-03-02T06:00:00+00:00",
};

/** Session that trusts its role because it was set at the start of the connection. */
class SessionCheckedAtStart extends PgSessionSetup {
  override enter(_client: pg.ClientBase, tenantId: string) {
    return compileSql(withPlanForEachRun(sql`select set_config('app.tenant_id', ${tenantId}, true)`));
  }
}

describe.runIf(hasConnectionPooler)("connection pooler that gives each transaction another session", () => {
  let pooler: ConnectionPooler;

  beforeAll(async () => {
    pooler = await startConnectionPooler(api.databaseUrl, Object.values(deriveTestDatabaseLogins(api.databaseUrl)));
  });
  afterAll(() => pooler?.stop());

  const through = ({ app, system }: ServingDatabaseUrls): ServingDatabaseUrls => ({
    app: pooler.through(app),
    system: pooler.through(system),
  });

  it.each([
    ["logins of their own", () => deriveTestDatabaseLogins(api.databaseUrl)],
    ["a login that no policy binds", mighty],
  ])("every read and write runs as its tenant behind a transaction pooler, with %s", async (_, logins) => {
    const db = connect(through(logins()), databaseOptions);
    const dispatchers = await Promise.all([1, 2, 3].map(() => aTenantWithBranch()));
    const rounds = Array.from({ length: 60 }, async (_round, index) => {
      const { tenantId, branch } = dispatchers[index % 3] as (typeof dispatchers)[number];
      const lane = index % 2 === 0 ? "short" : "long";
      expect(await db.read(tenantId, lane).one(sessionFactsSql)).toEqual(expectedSessionFacts);
      const stranger = dispatchers[(index + 1) % 3]?.branch;
      await db.transaction(tenantId, async (tx) => {
        expect(await tx.one(sessionFactsSql)).toEqual(expectedSessionFacts);
        expect(await tx.run(sql`update branches set name = 'South' where id = ${branch}`)).toBe(1);
        expect(await tx.run(sql`update branches set name = 'taken' where id = ${stranger}`)).toBe(0);
      });
      const seen = await db.system.one(sql`
        select current_user::text as works_as, count(*) from branches where id = any(${dispatchers.map((dispatcher) => dispatcher.branch)})`);
      expect(seen).toEqual({ works_as: "leitstand_system", count: 3 });
    });
    await Promise.all(rounds);
  });

  it("a node serves consoles behind a transaction pooler", async () => {
    const logins = through(deriveTestDatabaseLogins(api.databaseUrl));
    const node = await startTestServerNode(api.databaseUrl, undefined, new Database({ logins, ...databaseOptions }));
    const { session } = await api.signIn("createBranch", "getBranches");
    const dispatcher = createClient({ baseUrl: node.url, token: () => session.token });
    try {
      const names = Array.from({ length: 20 }, (_, index) => `Branch ${index}`);
      await Promise.all(names.map((name) => dispatcher.createBranch({ name })));
      const branches = await dispatcher.getBranches({});
      expect(branches.map(({ name }) => name).sort()).toEqual(names.sort());
    } finally {
      await node.stop();
    }
  });

  it("code that sets the database role only at the start of a connection gets other tenants' rows behind a transaction pooler", async () => {
    await aTenantWithBranch();
    const { tenantId } = await aTenantWithBranch();
    const mutant = connect(through(mighty()), { DatabaseClass: createDatabaseSubclass(SessionCheckedAtStart) });
    const seen = await mutant.read(tenantId, "short").one<{ count: number }>(sql`select count(*) from branches`);
    expect(seen.count).toBeGreaterThan(1);
  });
});
