import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#platform/postgres/embedded-postgres";
import { migrate } from "#platform/database/migrations";
import { makeTestLogins } from "./test-logins";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the owner, on any database of the cluster. */
    adminUrl: string;
    /** Migrated and empty; every test file clones it. */
    template: string;
  }
}

const migrationsDir = new URL("../../migrations/", import.meta.url).pathname;

/** TEST_DATABASE_URL names a PostgreSQL to test on; without it the embedded one runs for as long as the tests do. */
export default async function setUp(project: TestProject) {
  const given = process.env["TEST_DATABASE_URL"];
  const home = given === undefined ? mkdtempSync(join(tmpdir(), "leitstand-")) : undefined;
  const embedded = home === undefined ? undefined : await startEmbedded({ dataDir: home });
  const adminUrl = given ?? (embedded as { url: string }).url;
  const template = await prepareTemplate(adminUrl);
  project.provide("adminUrl", adminUrl);
  project.provide("template", template);
  return async () => {
    await embedded?.stop();
    if (home !== undefined) rmSync(home, { recursive: true, force: true });
  };
}

/** Named after the migrations, so that an unchanged schema is migrated once per cluster. */
async function prepareTemplate(adminUrl: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrationsDir).sort())
    hash.update(name).update(readFileSync(join(migrationsDir, name)));
  const template = `leitstand_template_${hash.digest("hex").slice(0, 12)}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock(7206583111)");
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [
      template,
    ]);
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${template}`);
      await admin.query(`create database ${template}`);
      await migrate(databaseUrl(adminUrl, template), migrationsDir);
      await admin.query(`alter database ${template} is_template true`);
    }
    await makeTestLogins(adminUrl);
  } finally {
    await admin.end();
  }
  return template;
}

function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
