import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { ServingDatabaseRole } from "#platform/database/database-logins";
import { searchPathSql, setDatabaseClock } from "./postgres/database-clock";
import { dropDatabase } from "./postgres/drop-database";
import { withConnection } from "./postgres/with-connection";
import { testClock } from "./test-clock";
import { deriveTestDatabaseLogins } from "./test-logins";

/**
 * Clones the migrated template, or another database without connections, for one test file, with its clock; dropped at
 * its end. It does not wait for the disk: crashes are tested on servers that are killed.
 */
export async function cloneDatabase(
  template = inject("template"),
  aheadMs = testClock.aheadMs,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `leitstand_test_${randomBytes(6).toString("hex")}`;
  await runAsAdmin(
    `create database ${name} template ${template} strategy ${inject("cloneStrategy")}`,
    `alter database ${name} set synchronous_commit to off`,
    searchPathSql(name),
  );
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${name}`;
  await setDatabaseClock(url.href, aheadMs);
  return { url: url.href, drop: () => dropDatabase(runAsAdmin, name) };
}

/**
 * Opens a connection of the owner that acts as a role of the product, outside the product's own pools; the caller ends
 * it.
 */
export async function connectAsRole(ownerUrl: string, role: ServingDatabaseRole): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on("error", () => undefined); // The running statement reports the error.
  await client.connect();
  await client.query(`set role ${role}`);
  return client;
}

/**
 * Analyses all tables, as PostgreSQL does by itself within a minute after a table has grown. Until then connections
 * keep the plans, also those of foreign keys, that they made when it was empty.
 */
export async function analyzeAllTables(ownerUrl: string) {
  await withConnection(ownerUrl, (owner) => owner.query("analyze"));
}

/** Leaves the statistics of the fleet to the test: PostgreSQL would make them by itself at any moment. */
export async function stopAutovacuumOfFleet(ownerUrl: string) {
  await withConnection(ownerUrl, (owner) =>
    owner.query(`
      alter table vehicles set (autovacuum_enabled = false);
      alter table devices set (autovacuum_enabled = false);
      alter table users set (autovacuum_enabled = false)`),
  );
}

/** Ends every connection of the product to a database, as an administrator or a crash would. */
export async function terminateProductConnections(ownerUrl: string) {
  // A login that is no superuser may end only its own sessions.
  for (const connectionString of Object.values(deriveTestDatabaseLogins(ownerUrl)))
    await withConnection({ connectionString, application_name: "test of cuts" }, (client) =>
      client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = session_user and application_name <> 'test of cuts'`),
    );
}

const runAsAdmin = (...statements: string[]) =>
  withConnection(inject("adminUrl"), async (admin) => {
    for (const statement of statements) await admin.query(statement);
  });
