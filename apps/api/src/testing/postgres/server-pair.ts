import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { vi } from "vitest";
import { freePort } from "#platform/process/ports";

const DEBIAN = "/usr/lib/postgresql";

/** Where the newest PostgreSQL of Debian's packages lies; the embedded one brings no tools for standbys. */
const binaries = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN, version, "bin"))
      .find((folder) => existsSync(join(folder, "pg_basebackup")))
  : undefined;

export const hasServerPair = binaries !== undefined;

/** A PostgreSQL server and its asynchronous standby, made to fail over. */
export class ServerPair {
  private constructor(
    private readonly home: string,
    private readonly primary: Server,
    private readonly standby: Server,
  ) {}

  static async open(): Promise<ServerPair> {
    const home = mkdtempSync(join(tmpdir(), "leitstand-pair-"));
    giveToPostgres(home);
    const primary = new Server(home, "primary", await freePort());
    const standby = new Server(home, "standby", await freePort());
    runTool("initdb", ["-D", primary.folder, "-A", "trust", "-U", "postgres", "-N", "--locale=C.UTF-8"]);
    primary.start();
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
    runTool("pg_basebackup", ["-D", standby.folder, "-R", "-X", "stream", "-c", "fast", ...from]);
    standby.start();
    return new ServerPair(home, primary, standby);
  }

  get primaryPort() {
    return this.primary.port;
  }
  get standbyPort() {
    return this.standby.port;
  }

  askPrimary = (statement: string) => this.primary.query(statement);

  /** From now on the standby lags: it has everything until here, and gets nothing more. */
  async stopReplication() {
    const { rows } = await this.primary.query<{ lsn: string }>("select pg_current_wal_flush_lsn()::text as lsn");
    await this.becomes(this.standby, "select pg_last_wal_replay_lsn() >= $1::pg_lsn as yes", [rows[0]?.lsn]);
    await this.standby.query("alter system set primary_conninfo = ''");
    await this.standby.query("select pg_reload_conf()");
    await this.becomes(this.primary, "select count(*) = 0 as yes from pg_stat_replication");
  }

  /** The primary is gone without a word, and the standby takes its place with what it has. */
  async failOver() {
    this.stopPrimary();
    await this.promoteStandby();
  }

  stopPrimary() {
    this.primary.stop("immediate");
  }

  async promoteStandby() {
    await this.standby.query("select pg_promote()");
  }

  close() {
    this.primary.stop("immediate");
    this.standby.stop("immediate");
    rmSync(this.home, { recursive: true, force: true });
  }

  private becomes = (server: Server, question: string, values: unknown[] = []) =>
    vi.waitFor(
      async () => {
        const { rows } = await server.query<{ yes: boolean }>(question, values);
        if (rows[0]?.yes !== true) throw new Error(`Not yet: ${question}`);
      },
      { timeout: 20_000, interval: 20 },
    );
}

class Server {
  readonly folder: string;
  private isRunning = false;

  constructor(
    private readonly home: string,
    name: string,
    readonly port: number,
  ) {
    this.folder = join(home, name);
  }

  start() {
    const settings = [
      `-p ${this.port}`,
      "-c listen_addresses=127.0.0.1",
      `-c unix_socket_directories=${this.home}`,
      "-c fsync=off",
    ].join(" ");
    runTool("pg_ctl", ["start", "-w", "-D", this.folder, "-l", `${this.folder}.log`, "-o", settings]);
    this.isRunning = true;
  }

  stop(mode: "fast" | "immediate") {
    if (!this.isRunning) return;
    this.isRunning = false;
    runTool("pg_ctl", ["stop", "-w", "-D", this.folder, "-m", mode]);
  }

  async query<T extends object>(statement: string, values: unknown[] = []) {
    const client = new pg.Client({ host: "127.0.0.1", port: this.port, user: "postgres", database: "postgres" });
    await client.connect();
    try {
      return await client.query<T>(statement, values);
    } finally {
      await client.end();
    }
  }
}

/** PostgreSQL does not run as root; Debian's packages have made an account for it. */
const account =
  process.getuid?.() === 0 && binaries !== undefined ? { uid: numberOf("-u"), gid: numberOf("-g") } : undefined;

/** A folder that its server may write into. */
export function giveToPostgres(folder: string) {
  if (account) chownSync(folder, account.uid, account.gid);
}

function numberOf(which: "-u" | "-g"): number {
  return Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
}

function runTool(name: string, args: readonly string[]) {
  if (binaries === undefined) throw new Error("PostgreSQL is not installed.");
  execFileSync(join(binaries, name), args, { ...account, cwd: tmpdir(), stdio: "ignore" });
}
