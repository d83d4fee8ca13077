import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { ServingDatabaseUrls } from "../../../apps/api/src/platform/database/database-logins";
import { startEmbeddedPostgres } from "../../../apps/api/src/platform/postgres/embedded-postgres";
import { applyMigrations } from "../../../apps/api/src/platform/database/migrations";
import { withConnection } from "../../../apps/api/src/testing/postgres/with-connection";
import { createTestDatabaseLogins } from "../../../apps/api/src/testing/test-logins";

export interface ScratchDatabase {
  /** Database URL with the owner's login. */
  readonly url: string;
  readonly logins: ServingDatabaseUrls;
  /** Connection of the owner, for loading data. */
  readonly owner: pg.Client;
  drop(): Promise<void>;
}

const BENCH_PEPPER = "a pepper for benchmarks and simulations";
const migrationsFolder = fileURLToPath(new URL("../../../apps/api/migrations/", import.meta.url));

/** Creates an empty, migrated database: on the PostgreSQL of BENCH_DATABASE_URL, else on an embedded one of its own. */
export async function createScratchDatabase(): Promise<ScratchDatabase> {
  const given = process.env["BENCH_DATABASE_URL"];
  const home = given === undefined ? mkdtempSync(join(tmpdir(), "leitstand-bench-")) : undefined;
  const embedded = home === undefined ? undefined : await startEmbeddedPostgres({ dataDir: home });
  const adminUrl = given ?? (embedded as { url: string }).url;
  const name = `leitstand_bench_${process.pid}`;
  await withConnection(adminUrl, (admin) => admin.query(`create database ${name}`));
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await applyMigrations(url.href, migrationsFolder);
  const logins = await createTestDatabaseLogins(url.href, BENCH_PEPPER);
  const owner = new pg.Client({ connectionString: url.href });
  owner.on("error", () => undefined); // Dropping the database ends this connection too.
  await owner.connect();
  // Row level security is forced on owners as well; data is loaded as the role that may see all tenants.
  await owner.query("set role leitstand_system");
  return {
    url: url.href,
    logins,
    owner,
    drop: async () => {
      await owner.end();
      await withConnection(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
      await embedded?.stop();
      if (home !== undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}
