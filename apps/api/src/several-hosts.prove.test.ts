import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkExternalDatabase } from "#platform/database/external-database";
import { applyMigrations } from "#platform/database/migrations";
import { PostgresNodeBus } from "#platform/events/postgres-bus";
import { sql } from "#platform/database/sql";
import { insertTenant } from "./testing/fixtures";
import { hasDebianPostgres } from "./testing/postgres/debian-server";
import { PostgresServerPair } from "./testing/postgres/server-pair";
import { withConnection } from "./testing/postgres/with-connection";
import { openApiSession } from "./testing/start-api";
import { startTestServerNode } from "./testing/start-node";
import { createTestDatabaseLogins } from "./testing/test-logins";

const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));

/** Needs Debian's PostgreSQL: two clusters, one of which follows the other. */
describe.runIf(hasDebianPostgres)("a database URL with several hosts", () => {
  it("the server always connects to the database host that accepts writes, also after a fail-over", {
    timeout: 120_000,
  }, async () => {
    const pair = await PostgresServerPair.open();
    onTestFinished(() => pair.close());
    const [standby, primary] = [`127.0.0.1:${pair.standbyPort}`, `127.0.0.1:${pair.primaryPort}`];
    // The standby comes first: a client that takes the first server that answers would fail here.
    const url = `postgres://postgres@${standby},${primary}/postgres`;
    await checkExternalDatabase(url);
    expect((await applyMigrations(url, migrationsDir)).length).toBeGreaterThan(30);
    await createTestDatabaseLogins(url);
    const node = await startTestServerNode(url, (db) => ({ bus: new PostgresNodeBus(db, () => undefined) }));
    onTestFinished(() => node.stop());
    const tenant = await insertTenant(node.db, "FUNERAL");
    const grants = ["createBranch", "getBranches"];
    const dispatcher = await openApiSession(node.db, node.url, { tenant, grants });

    const whereabouts = async () => {
      const port = sql`select inet_server_port() as port, pg_is_in_recovery() as is_standby`;
      return Promise.all([
        ...[1, 2, 3, 4].map(() => node.db.read(tenant.id, "short").one(port)),
        node.db.read(tenant.id, "long").one(port),
        node.db.transaction(tenant.id, (tx) => tx.one(port)),
        node.db.system.one(port),
      ]);
    };
    const all = (port: number) => Array.from({ length: 7 }, () => ({ port, is_standby: false }));
    const listensOn = async (port: number) => {
      const server = { host: "127.0.0.1", port, user: "postgres", database: "postgres" };
      const listeners = await withConnection(server, (there) =>
        there.query("select from pg_stat_activity where query like 'listen %'"),
      );
      return listeners.rowCount;
    };

    expect(await whereabouts()).toEqual(all(pair.primaryPort));
    expect(await listensOn(pair.primaryPort)).toBe(1);
    await dispatcher.createBranch({ name: "before" });

    pair.stopPrimary();
    await expect(dispatcher.createBranch({ name: "in the meantime" })).rejects.toMatchObject({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
    });
    await pair.promoteStandby();
    await vi.waitFor(() => dispatcher.createBranch({ name: "after" }), { timeout: 20_000, interval: 50 });
    await vi.waitFor(async () => expect(await whereabouts()).toEqual(all(pair.standbyPort)), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await listensOn(pair.standbyPort)).toBe(1), { timeout: 20_000 });
    expect((await dispatcher.getBranches()).map(({ name }) => name)).toEqual(expect.arrayContaining(["after"]));
    expect(await applyMigrations(url, migrationsDir)).toEqual([]);
  });
});
