import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "#platform/process/ports";
import { postgresAccount, postgresBinaries } from "../../../../../tools/check/debian-postgres.mjs";
import { withConnection } from "./with-connection";

/** Whether Debian's server is there; the embedded server brings no tools for standbys. */
export const hasDebianPostgres = postgresBinaries !== undefined;

/** A PostgreSQL server of a test's own, from Debian's packages. */
export class DebianPostgresServer {
  readonly folder: string;
  private isRunning = false;

  constructor(
    private readonly home: string,
    readonly port: number,
    /** Settings as `-c` takes them. */
    private readonly settings: readonly string[] = ["fsync=off"],
  ) {
    this.folder = join(home, `data-${port}`);
  }

  /** Starts a new server, in a folder of its own. */
  static async open(...settings: string[]): Promise<DebianPostgresServer> {
    const home = makePostgresServerHome("leitstand-server-");
    const server = new DebianPostgresServer(home, await findFreePort(), settings);
    server.create();
    server.start();
    return server;
  }

  get url() {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  create() {
    runPostgresTool("initdb", ["-D", this.folder, "-A", "trust", "-U", "postgres", "-N", "--locale=C.UTF-8"]);
  }

  start() {
    const settings = [
      `-p ${this.port}`,
      "-c listen_addresses=127.0.0.1",
      `-c unix_socket_directories=${this.home}`,
      ...this.settings.map((setting) => `-c ${setting}`),
    ].join(" ");
    runPostgresTool("pg_ctl", ["start", "-w", "-D", this.folder, "-l", `${this.folder}.log`, "-o", settings]);
    this.isRunning = true;
  }

  stop(mode: "fast" | "immediate") {
    if (!this.isRunning) return;
    this.isRunning = false;
    runPostgresTool("pg_ctl", ["stop", "-w", "-D", this.folder, "-m", mode]);
  }

  /** Ends the server permanently. */
  close() {
    this.stop("immediate");
    rmSync(this.home, { recursive: true, force: true });
  }

  query<T extends object>(statement: string, values: unknown[] = []) {
    return withConnection(this.url, (client) => client.query<T>(statement, values));
  }
}

export function makePostgresServerHome(prefix: string): string {
  const home = mkdtempSync(join(tmpdir(), prefix));
  chownToPostgres(home);
  return home;
}

/** Gives a folder to the account of PostgreSQL, so that its server may write into it. */
export function chownToPostgres(folder: string) {
  if (postgresAccount) chownSync(folder, postgresAccount.uid, postgresAccount.gid);
}

/** Runs one of the server's tools as its account. */
export function runPostgresTool(name: string, args: readonly string[]) {
  if (postgresBinaries === undefined) throw new Error("PostgreSQL is not installed.");
  execFileSync(join(postgresBinaries, name), args, { ...postgresAccount, cwd: tmpdir(), stdio: "ignore" });
}
