import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres";
import { findFreePort } from "#platform/process/ports";
import { findProcess, isProcessAlive } from "#platform/process/process-table";
import { buildApi, serverBundle } from "../../../../../tools/build.mjs";
import { withConnection } from "../postgres/with-connection";
import { TEST_PEPPER } from "../test-logins";

/** Milliseconds that a start may take on a machine that is busy with other things. */
const READY_WITHIN_MS = 60_000;
const OUTPUT_CHARACTERS_KEPT = 4_000;

/**
 * The product as it runs in production, made to be killed: a PostgreSQL cluster of its own with the settings of every
 * installation, and the bundled API as a process of its own. The supervisor of the cluster restarts PostgreSQL.
 */
export class KillableInstallation {
  readonly url: string;
  /** Ends of the API that the test did not cause. */
  readonly faults: string[] = [];
  private api: { readonly child: ChildProcess; readonly ended: Promise<number | null> } | undefined;
  private output = "";

  private constructor(
    private readonly home: string,
    private readonly port: number,
    private readonly postgres: EmbeddedPostgres,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(): Promise<KillableInstallation> {
    await buildApi();
    const home = mkdtempSync(join(tmpdir(), "leitstand-crash-"));
    chmodSync(home, 0o755); // As root the database runs as a system user, who has to get through.
    const postgres = await startEmbeddedPostgres({ dataDir: join(home, "data") });
    const installation = new KillableInstallation(home, await findFreePort(), postgres);
    await installation.startApi();
    return installation;
  }

  /** Database URL with the owner's login. */
  get databaseUrl() {
    return this.postgres.url;
  }

  async startApi() {
    const child = spawn(process.execPath, [serverBundle], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: this.databaseUrl,
        DATA_DIR: join(this.home, "files"),
        PEPPER: TEST_PEPPER,
        PORT: String(this.port),
        METRICS_PORT: "off",
        DOCS_PORT: "off",
        DEMONSTRATION: "off",
        LOG_LEVEL: "error",
        RATE_LIMIT_FACTOR: "1000000",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (this.output = (this.output + String(chunk)).slice(-OUTPUT_CHARACTERS_KEPT)));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const api = { child, ended };
    this.api = api;
    child.once("exit", (code, signal) => {
      if (this.api === api) this.faults.push(`The API ended by itself (${code ?? signal}): ${this.output}`);
    });
    await this.isReady();
  }

  /** Resolves when the API can serve again. */
  isReady = () =>
    vi.waitFor(
      async () => {
        const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_500) });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`Not ready: ${this.output}`);
      },
      { timeout: READY_WITHIN_MS, interval: 25 },
    );

  /** Kills the API without warning, and does not start it again. */
  async killApi() {
    await this.endApi("SIGKILL");
  }

  /** Asks the API to stop in good order; returns the exit code. */
  stopApi = () => this.endApi("SIGTERM");

  private async endApi(signal: NodeJS.Signals) {
    const { api } = this;
    this.api = undefined;
    api?.child.kill(signal);
    return api?.ended;
  }

  /**
   * Kills every process of the server at once; the stopped postmaster notices nothing, and leaves postmaster.pid
   * behind.
   */
  async killPostgres() {
    const postmaster = Number(readFileSync(join(this.cluster, "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(postmaster, "SIGSTOP");
    const killed = [...childProcessesOf(postmaster), postmaster];
    for (const pid of killed) killIfThere(pid);
    await vi.waitFor(
      () => {
        const left = killed.filter(isProcessAlive);
        if (left.length > 0) throw new Error(`Still there: ${left.join(", ")}`);
      },
      { timeout: 10_000, interval: 5 },
    );
  }

  /** Settings as PostgreSQL shows them. */
  async settings(...names: string[]): Promise<Record<string, string>> {
    const rows = await this.asOwner<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = any($1)",
      [names],
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  }

  /** Lets commits be answered before they are on disk, and written there seldom; holds for connections from now on. */
  async becomeCareless() {
    await this.asSuperuser("alter database leitstand set synchronous_commit = off");
    await this.asSuperuser("alter system set wal_writer_delay = '10s'");
    await this.asSuperuser("select pg_reload_conf()");
    await this.killApi();
    await this.startApi();
  }

  asOwner = <T extends object>(statement: string, values: unknown[] = []) =>
    queryDatabase<T>(this.databaseUrl, statement, values);

  private asSuperuser(statement: string) {
    const url = new URL(this.databaseUrl);
    url.username = "postgres"; // postgres has the owner's password in an embedded cluster.
    return queryDatabase(url.href, statement, []);
  }

  private get cluster() {
    return join(this.home, "data", "postgres", "cluster");
  }

  async close() {
    await this.endApi("SIGTERM");
    await this.postgres.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

const queryDatabase = <T extends object>(url: string, statement: string, values: unknown[]): Promise<T[]> =>
  withConnection(url, async (client) => (await client.query<T>(statement, values)).rows);

const childProcessesOf = (parent: number): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && findProcess(pid)?.parentPid === parent);

function killIfThere(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
