import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { connectToPrimary } from "./primary";
import { StartupError, StoppedStart } from "../process/startup-error";

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

/** lock_not_available: a statement has waited for a lock for as long as it may. */
const LOCK_TIMEOUT_SQLSTATE = "55P03";
const BLOCKER_LOOK_INTERVAL_MS = 100;

const INSUFFICIENT_PRIVILEGE_SQLSTATE = "42501";
/**
 * Functions of PostgreSQL, from version 16 on and before, that refuse to grant a role; unlike the message, their names
 * are the same in every language.
 */
const ROLE_GRANTING_ROUTINES = ["check_role_membership_authorization", "AddRoleMems"];

interface MigrationWaits {
  /** Called with a sentence when a migration waits for others. */
  readonly onWait?: (message: string) => void;
  /**
   * Milliseconds that a migration waits for a table: everything else that needs the table waits behind it, even a
   * server of the last release that only reads.
   */
  readonly lockTimeoutMs?: number;
  /** Milliseconds until it tries again, for the first and each further time; calls that waited are served meanwhile. */
  readonly pausesMs?: readonly number[];
  /** Aborted when the process is asked to stop: a migration that runs is finished, and no further one is begun. */
  readonly signal?: AbortSignal;
}

/**
 * Brings a database to the newest of the numbered files in `dir`, each in a transaction of its own. May be called by
 * any number of processes at once. A database that is ahead of the files is left as it is: during a rolling update
 * nodes of the last release start against the new schema. A migration that meets a long transaction on its tables, such
 * as that of a backup, tries again until that has ended.
 * @param databaseUrl of the owner of the tables
 * @returns the names of the files that this call applied
 * @throws StartupError when an applied file was changed or removed, when a file fails, or when it was asked to stop
 */
export async function applyMigrations(databaseUrl: string, dir: string, waits: MigrationWaits = {}): Promise<string[]> {
  const migrations = readMigrations(dir);
  const client = await connectToPrimary(databaseUrl, { application_name: "leitstand migrations" });
  try {
    const transactions = new MigrationTransactions(databaseUrl, client, waits);
    const known = await transactions.run("check of migrations", () => checkMigrationHistory(client, migrations));
    const applied: string[] = [];
    for (const migration of migrations) {
      if (known.has(migration.number)) continue;
      if (await transactions.run(`migration ${migration.name}`, () => applyMigration(client, migration, migrations)))
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

/** Transactions of migrations, each repeated for as long as others keep it from its tables. */
class MigrationTransactions {
  /** Process of the server that runs the transaction; behind a pooler the connection does not know it. */
  private backend: number | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly client: pg.Client,
    private readonly waits: MigrationWaits,
  ) {}

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { pausesMs = [1_000, 2_000, 5_000], signal } = this.waits;
    let told = false;
    for (let failures = 0; ; failures++) {
      this.stopIfAsked(name);
      // A transaction that has failed waits no longer, so the ones after it are watched.
      const endWatch: (() => Promise<boolean>) | undefined =
        failures > 0 && !told ? this.watchBlockers(name) : undefined;
      try {
        return await this.attempt(name, work);
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_TIMEOUT_SQLSTATE) throw error;
      } finally {
        told = (await endWatch?.()) ?? told;
      }
      // An end before its time is that of a stop, which the next round obeys.
      await pause(pausesMs[Math.min(failures, pausesMs.length - 1)], undefined, { signal }).catch(() => undefined);
    }
  }

  private stopIfAsked(name: string) {
    if (this.waits.signal?.aborted) throw new StoppedStart(`Stopped before the ${name}.`);
  }

  /** Waits for the migrations of other nodes, which may take long; a stop ends the connection, and so the wait. */
  private async takeTurn(name: string) {
    const endConnection = () => void this.client.end();
    this.waits.signal?.addEventListener("abort", endConnection);
    try {
      await this.client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    } catch (error) {
      this.stopIfAsked(name);
      throw error;
    } finally {
      this.waits.signal?.removeEventListener("abort", endConnection);
    }
    this.stopIfAsked(name);
  }

  /** The lock is the transaction's and not the session's, so it holds behind a connection pooler too. */
  private async attempt<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { client } = this;
    const { lockTimeoutMs = 2_000 } = this.waits;
    await client.query("begin");
    try {
      await this.takeTurn(name);
      // Set after the lock: the migrations of another node may take long.
      const { rows } = await client.query<{ pid: number }>(
        "select pg_backend_pid() as pid, set_config('lock_timeout', $1, true)",
        [`${lockTimeoutMs}ms`],
      );
      this.backend = rows[0]?.pid;
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  }

  /** Says which sessions an attempt waits for. Returns how to end the watch, and whether it has said something. */
  private watchBlockers(name: string): () => Promise<boolean> {
    const ended = new AbortController();
    const look = async () => {
      const watcher = await connectToPrimary(this.databaseUrl, { application_name: "leitstand migrations" });
      try {
        while (!ended.signal.aborted) {
          const { rows } = await watcher.query<Blocker>(BLOCKERS_SQL, [this.backend]);
          if (rows.length > 0) {
            this.waits.onWait?.(describeBlockers(name, rows));
            return true;
          }
          await pause(BLOCKER_LOOK_INTERVAL_MS);
        }
        return false;
      } finally {
        await watcher.end();
      }
    };
    // A database without room for one more connection still gets its migrations.
    const looking = look().catch(() => false);
    return () => {
      ended.abort();
      return looking;
    };
  }
}

interface Blocker {
  readonly pid: number;
  readonly name: string;
}

/** A prepared transaction has no process, and is told as 0. */
const BLOCKERS_SQL = `
  select distinct pid, coalesce(nullif(application_name, ''), backend_type, 'a session') as name
  from unnest(pg_blocking_pids($1)) as pid left join pg_stat_activity using (pid) order by pid`;

const describeBlockers = (name: string, blockers: readonly Blocker[]) =>
  `The ${name} waits for ${blockers.map(({ pid, name }) => `${name} (process ${pid})`).join(", ")}; ` +
  "it goes on when that has ended.";

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
    if ((error as pg.DatabaseError).code === LOCK_TIMEOUT_SQLSTATE) throw error;
    throw new StartupError(
      `The migration ${migration.name} failed: ${describeMigrationFailure(error as pg.DatabaseError, migration)}`,
      ...adviceForMigrationFailure(error as pg.DatabaseError, client),
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

/** From version 16 on the user that made the roles alone may grant them: those of another database on the server exist. */
function adviceForMigrationFailure({ code, routine = "" }: pg.DatabaseError, client: pg.Client): string[] {
  if (code !== INSUFFICIENT_PRIVILEGE_SQLSTATE || !ROLE_GRANTING_ROUTINES.includes(routine)) return [];
  const user = client.escapeIdentifier(client.user ?? "");
  return [`A superuser has to run before: grant leitstand_app, leitstand_system to ${user} with admin option`];
}
