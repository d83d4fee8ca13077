import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres";
import { StartupError } from "#platform/process/startup-error";
import { applyMigrations } from "#platform/database/migrations";
import { DATABASE_CLOCK_SQL } from "./postgres/database-clock";
import { dropDatabase } from "./postgres/drop-database";
import { withConnection } from "./postgres/with-connection";
import { createTestDatabaseLogins } from "./test-logins";

type CloneStrategy = "file_copy" | "wal_log";

declare module "vitest" {
  interface ProvidedContext {
    /** Database URL with the owner's login, for any database of the cluster. */
    adminUrl: string;
    /** Database that is migrated and empty; every test file clones it. */
    template: string;
    /** Cheapest strategy to clone a database: see `strategy` of `create database`. */
    cloneStrategy: CloneStrategy;
  }
}

const migrationsDir = new URL("../../migrations/", import.meta.url).pathname;

/** Folder that is kept from run to run, so that the second one need not create a cluster and migrate it. */
const keptClusterFolder = fileURLToPath(new URL("../../../../.test-database", import.meta.url));

/**
 * Sets up PostgreSQL for all tests: that of TEST_DATABASE_URL, or else an embedded one for as long as the tests run.
 */
export default async function setUpPostgres(project: TestProject) {
  const given = process.env["TEST_DATABASE_URL"];
  const embedded = given === undefined ? await startCluster() : undefined;
  const adminUrl = given ?? (embedded as TestCluster).url;
  const template = await prepareTemplate(adminUrl);
  project.provide("adminUrl", adminUrl);
  project.provide("template", template);
  project.provide("cloneStrategy", await chooseStrategy(adminUrl));
  return () => embedded?.stop();
}

type TestCluster = Pick<EmbeddedPostgres, "url" | "stop">;

/** Starts a cluster of its own in continuous integration, and beside another run of the tests. */
async function startCluster(): Promise<TestCluster> {
  if (process.env["CI"] !== "true") {
    try {
      const kept = await startEmbeddedPostgres({ dataDir: keptClusterFolder });
      await dropLeftoverDatabases(kept.url);
      return kept;
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
    }
  }
  const home = mkdtempSync(join(tmpdir(), "leitstand-"));
  const { url, stop } = await startEmbeddedPostgres({ dataDir: home });
  return { url, stop: () => stop().finally(() => rmSync(home, { recursive: true, force: true })) };
}

/** Drops databases of killed runs, and templates of other migrations. The cluster is ours alone. */
async function dropLeftoverDatabases(adminUrl: string) {
  await withConnection(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string; datistemplate: boolean }>(
      "select datname, datistemplate from pg_database where datname like 'leitstand\\_%'",
    );
    for (const { datname, datistemplate } of rows) {
      if (datname === templateName()) continue;
      if (datistemplate) await admin.query(`alter database ${datname} is_template false`);
      await dropDatabase((statement) => admin.query(statement), datname);
    }
  });
}

/** Name of the template after its content, so that an unchanged schema is migrated once per cluster. */
function templateName(): string {
  const hash = createHash("sha256").update(DATABASE_CLOCK_SQL);
  for (const name of readdirSync(migrationsDir).sort())
    hash.update(name).update(readFileSync(join(migrationsDir, name)));
  return `leitstand_template_${hash.digest("hex").slice(0, 12)}`;
}

async function prepareTemplate(adminUrl: string): Promise<string> {
  const template = templateName();
  await withConnection(adminUrl, async (admin) => {
    await admin.query("select pg_advisory_lock(7206583111)");
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [
      template,
    ]);
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${template}`);
      await admin.query(`create database ${template}`);
      const url = databaseUrlOf(adminUrl, template);
      await applyMigrations(url, migrationsDir);
      await withConnection(url, (owner) => owner.query(DATABASE_CLOCK_SQL));
      await admin.query(`alter database ${template} is_template true`);
    }
    await createTestDatabaseLogins(adminUrl);
  });
  return template;
}

/**
 * Chooses how to clone: to copy files takes a checkpoint before and after, which is cheap on a server that never waits
 * for the disk.
 */
const chooseStrategy = (adminUrl: string): Promise<CloneStrategy> =>
  withConnection(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ fsync: string }>("show fsync");
    return rows[0]?.fsync === "off" ? "file_copy" : "wal_log";
  });

function databaseUrlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
