import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { connectToPrimary } from "./primary";
import { StartupError } from "../process/startup-error";

/** Any number that no other program takes advisory locks on; nodes that start at once wait for each other here. */
const MIGRATION_LOCK = 7_206_583_110;

interface Migration {
  number: number;
  /** Name of the file, such as `0012_areas.sql`. */
  name: string;
  /** SHA-256 of the migration's text in hexadecimal. */
  checksum: string;
  text: string;
}

/**
 * Brings a database to the newest of the numbered files in `dir`, each in a transaction of its own. May be called by
 * any number of processes at once. A database that is ahead of the files is left as it is: during a rolling update
 * nodes of the last release start against the new schema.
 * @param databaseUrl of the owner of the tables
 * @returns the names of the files that this call applied
 * @throws StartupError when an applied file was changed or removed, or when a file fails
 */
export async function applyMigrations(databaseUrl: string, dir: string): Promise<string[]> {
  const migrations = readMigrations(dir);
  const client = await connectToPrimary(databaseUrl, { application_name: "leitstand migrations" });
  try {
    const known = await inMigrationTransaction(client, () => checkMigrationHistory(client, migrations));
    const applied: string[] = [];
    for (const migration of migrations) {
      if (known.has(migration.number)) continue;
      if (await inMigrationTransaction(client, () => applyMigration(client, migration, migrations)))
        applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Reads the migrations in the order of their numbers; gaps are allowed, duplicates are not. */
function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir).filter((name) => name.endsWith(".sql"));
  const migrations = names.map((name) => {
    const number = /^(\d{4})_[a-z\d_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new StartupError(`The migration ${name} must be named like 0012_areas.sql.`);
    // On Windows a checked-out file may have other line ends; it is the same migration.
    const text = readFileSync(join(dir, name), "utf8").replaceAll("\r\n", "\n");
    return { number: Number(number), name, text, checksum: createHash("sha256").update(text).digest("hex") };
  });
  migrations.sort((a, b) => a.number - b.number || a.name.localeCompare(b.name));
  const double = migrations.find((migration, i) => migration.number === migrations[i - 1]?.number);
  if (double) throw new StartupError(`The migration ${double.name} has the number of another one.`);
  return migrations;
}

/** The lock is the transaction's and not the session's, so it holds behind a connection pooler too. */
async function inMigrationTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Numbers of the applied migrations; throws a StartupError when they do not fit the files. */
async function checkMigrationHistory(client: pg.Client, migrations: readonly Migration[]): Promise<Set<number>> {
  await client.query(`
    create table if not exists schema_migrations (
      number int primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`);
  const { rows } = await client.query<Pick<Migration, "number" | "name" | "checksum">>(
    "select number, name, checksum from schema_migrations order by number",
  );
  const files = new Map(migrations.map((migration) => [migration.number, migration]));
  const newestFile = migrations.at(-1)?.number ?? 0;
  for (const row of rows) {
    const file = files.get(row.number);
    if (!file && row.number < newestFile)
      throw new StartupError(`The migration ${row.name} is applied, but its file is gone.`);
    if (file && file.checksum !== row.checksum) {
      throw new StartupError(
        `The migration ${file.name} was changed after it had been applied; restore it and put the change into a new one.`,
      );
    }
  }
  const newestRow = rows.at(-1);
  const late = migrations.find(
    ({ number }) => number < (newestRow?.number ?? 0) && !rows.some((r) => r.number === number),
  );
  if (late) {
    throw new StartupError(
      `The migration ${late.name} comes after ${newestRow?.name} was applied; give it a higher number.`,
    );
  }
  return new Set(rows.map((row) => row.number));
}

/** Applies a migration; false when another process has applied it already. */
async function applyMigration(client: pg.Client, migration: Migration, all: readonly Migration[]): Promise<boolean> {
  if ((await checkMigrationHistory(client, all)).has(migration.number)) return false;
  try {
    await client.query(migration.text);
  } catch (error) {
    throw new StartupError(
      `The migration ${migration.name} failed: ${describeMigrationFailure(error as pg.DatabaseError, migration)}`,
    );
  }
  await client.query("insert into schema_migrations (number, name, checksum) values ($1, $2, $3)", [
    migration.number,
    migration.name,
    migration.checksum,
  ]);
  return true;
}

function describeMigrationFailure(error: pg.DatabaseError, migration: Migration): string {
  if (error.position === undefined) return error.message;
  return `${error.message} (line ${migration.text.slice(0, Number(error.position)).split("\n").length})`;
}
