import { spawn } from "node:child_process";
import { chownSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { findLockOwner, lockDataDir } from "../process/data-dir-lock";
import { createPostgresEnvironment, type PostgresHome, preparePostgresHome } from "./embedded-postgres-home";
import { readOrCreateSecret } from "../process/secret-file";
import { PostgresSupervisor } from "./postgres-supervisor";
import { StartupError } from "../process/startup-error";

/** Role that owns the database `leitstand` and its tables, may make roles, and is not a superuser. */
const OWNER_ROLE = "leitstand";

export interface EmbeddedPostgresOptions {
  /** Data directory of the installation; the database lives in `postgres/` below. */
  dataDir: string;
  port?: number;
  /** Called with sentences about what takes time, and later when the server died and came back. */
  onProgress?: (message: string) => void;
  /** Called when the data directory is locked and nothing has been started yet; a rejection ends the start. */
  onLocked?: () => Promise<void>;
}

export interface EmbeddedPostgres {
  /**
   * URL `postgres://owner:password@127.0.0.1:port/leitstand`; the port stays the same from start to start if possible.
   */
  url: string;
  /** Stops the server; resolves when it has written everything and the data directory is free for the next start. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of an installation, or takes over the one that survived a kill -9 of its supervisor,
 * and keeps it running until `stop`. Throws a StartupError with one sentence when the data directory is in use.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const onProgress = options.onProgress ?? (() => undefined);
  const release = await lockDataDir(dataDir, { onWait: onProgress });
  try {
    await options.onLocked?.();
    const home = preparePostgresHome(dataDir, onProgress);
    const passwordFile = join(home.dir, "password");
    const password = readOrCreateSecret(passwordFile);
    if (!existsSync(join(home.dir, "cluster"))) {
      onProgress("Creating the database (first start only, some seconds)");
      await createCluster(home, passwordFile);
    }
    const postmaster = new PostgresSupervisor({ home, password, port: options.port, onProgress });
    await postmaster.start();
    await ensureDatabase(postmaster, password);
    return {
      url: `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${postmaster.port}/${OWNER_ROLE}`,
      stop: () => postmaster.stop().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Milliseconds that a starting server may take until its database answers. */
const JOIN_TIMEOUT_MS = 120_000;

/**
 * The database of an installation for a command beside its server: that of the server that runs on the data directory, or,
 * where none does, one that runs until `stop`. Throws a StartupError.
 */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const deadline = Date.now() + JOIN_TIMEOUT_MS;
  for (;;) {
    const owner = findLockOwner(dataDir);
    if (owner === undefined) {
      // A server may have started meanwhile; then it is the one to join.
      const started = await startEmbeddedPostgres(options).catch((error: unknown) => {
        if (findLockOwner(dataDir) === undefined || Date.now() > deadline) throw error;
      });
      if (started) return started;
    } else {
      const url = await findRunningServer(dataDir);
      if (url !== undefined) return { url, stop: () => Promise.resolve() };
      if (Date.now() > deadline)
        throw new StartupError(`Leitstand runs on ${dataDir} (process ${owner}), but its database does not answer.`);
      await pause(100);
    }
  }
}

/**
 * URL of the server of a running installation; undefined while it does not answer. Throws a StartupError when it
 * belongs to another installation.
 */
async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const port = readStoredFile(join(dataDir, "postgres", "port"));
  const password = readStoredFile(join(dataDir, "postgres", "password"));
  if (port === undefined || password === undefined) return undefined;
  const url = `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/${OWNER_ROLE}`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    void client.end().catch(() => undefined);
    return undefined;
  }
}

function readStoredFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "EACCES") throw new StartupError(`This user may not read ${file}; use the one that runs the server.`);
    throw error;
  }
}

/** Makes the cluster aside and renames it when complete, so that an interrupted first start begins over. */
async function createCluster(home: PostgresHome, passwordFile: string): Promise<void> {
  const draft = join(home.dir, "cluster.draft");
  rmSync(draft, { recursive: true, force: true });
  if (home.account) chownSync(passwordFile, home.account.uid, home.account.gid);
  // Locale of the cluster: only Linux has C.UTF-8 everywhere; PostgreSQL's own locale of that name sorts and folds
  // alike.
  const locale =
    process.platform === "linux"
      ? ["--locale=C.UTF-8"]
      : ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const auth = ["--auth-host=scram-sha-256", "--auth-local=scram-sha-256", "--username=postgres"];
  const storage = ["--encoding=UTF8", "--data-checksums", "--no-instructions", "-D", draft];
  const args = [...locale, ...auth, ...storage, `--pwfile=${passwordFile}`];
  const { code, output } = await runPostgresProgram(home, join(home.native, "bin", "initdb"), args);
  if (code !== 0) {
    const lines = output.trim().split("\n").slice(-3).join(" / ");
    throw new StartupError(`The database could not be created in ${home.dir}: ${lines}`);
  }
  renameSync(draft, join(home.dir, "cluster"));
}

function runPostgresProgram(
  home: PostgresHome,
  command: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, {
    ...home.account,
    cwd: home.dir,
    env: createPostgresEnvironment(),
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return new Promise((done) => {
    child.once("error", (error) => done({ code: null, output: error.message }));
    child.once("close", (code) => done({ code, output }));
  });
}

/** Makes role and database. Repeatable: a first start may have been killed between any two of these statements. */
async function ensureDatabase(postmaster: PostgresSupervisor, password: string): Promise<void> {
  const { port } = postmaster;
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password, database: "postgres" });
  await client.connect();
  try {
    const roles = await client.query("select 1 from pg_roles where rolname = $1", [OWNER_ROLE]);
    if (roles.rowCount === 0) {
      // A utility statement takes no parameters, so PostgreSQL writes the literal.
      const { rows } = await client.query<{ statement: string }>(
        "select format('create role %I login createdb createrole bypassrls password %L', $1::text, $2::text) as statement",
        [OWNER_ROLE, password],
      );
      for (const { statement } of rows) await client.query(statement);
    }
    const databases = await client.query("select 1 from pg_database where datname = $1", [OWNER_ROLE]);
    if (databases.rowCount === 0) await client.query("create database leitstand owner leitstand");
  } finally {
    await client.end();
  }
}
