import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createPostgresEnvironment, type PostgresHome, runAsSystemAccount } from "./embedded-postgres-home";
import { findFreePort, isPortFree } from "../process/ports";
import { postgresServerSettings } from "./postgres-settings";
import { findProcess, isProcessAlive } from "../process/process-table";
import { StartupError } from "../process/startup-error";

const START_TIMEOUT_MS = 120_000; // Recovery after a crash may have a lot of write-ahead log to go through.
const STOP_TIMEOUT_MS = 60_000;
const WATCH_INTERVAL_MS = 500;
const LOG_BYTES_KEPT = 10 * 1024 * 1024;

export interface PostgresSupervisorOptions {
  home: PostgresHome;
  password: string;
  /** Port to try first; another free one is taken when it is in use. */
  port: number | undefined;
  onProgress: (message: string) => void;
}

/** One running PostgreSQL server process: adopted or launched, brought back when it dies, stopped by SIGINT. */
export class PostgresSupervisor {
  port = 0;
  #pid = 0;
  #isStopping = false;
  #recovery: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;
  readonly #cluster: string;
  readonly #log: string;

  constructor(private readonly options: PostgresSupervisorOptions) {
    this.#cluster = join(options.home.dir, "cluster");
    this.#log = join(options.home.dir, "postgres.log");
  }

  async start(): Promise<void> {
    if (!(await this.#adopt())) await this.#launch(this.options.port ?? (await this.#keptPort()));
    writeFileSync(join(this.options.home.dir, "port"), `${this.port}\n`);
    this.#watch = setInterval(() => this.#reviveIfDead(), WATCH_INTERVAL_MS);
    this.#watch.unref();
  }

  /** Stops the server fast: open transactions are rolled back, everything committed is written. Never kills. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    await this.#recovery?.catch(() => undefined);
    this.#interrupt();
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isProcessAlive(this.#pid)) {
      if (Date.now() > deadline) {
        throw new Error(
          `PostgreSQL (process ${this.#pid}) is still stopping after 60 s; the next start will wait for it.`,
        );
      }
      await pause(20);
    }
  }

  #interrupt(): void {
    if (!isProcessAlive(this.#pid)) return;
    if (process.platform === "win32") {
      // Windows knows no SIGINT for other processes; pg_ctl signals through a pipe of the server's own.
      const { native, account, dir } = this.options.home;
      runAsSystemAccount({ account, cwd: dir }, join(native, "bin", "pg_ctl"), [
        "stop",
        "-m",
        "fast",
        "-W",
        "-D",
        this.#cluster,
      ]);
      return;
    }
    process.kill(this.#pid, "SIGINT");
  }

  /** Takes over a server that outlived kill -9 of its last supervisor; false when there is none. */
  async #adopt(): Promise<boolean> {
    const found = this.#readPidFile();
    if (!found) return false;
    if (!this.#isOurServer(found.pid)) {
      // The pid file was left by a crash, and its pid given to another program since. PostgreSQL itself might take that
      // one for a server.
      rmSync(join(this.#cluster, "postmaster.pid"), { force: true });
      return false;
    }
    this.options.onProgress("Taking over the PostgreSQL that is still running");
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (isProcessAlive(found.pid)) {
      if (await this.#answers(found.port)) {
        this.#pid = found.pid;
        this.port = found.port;
        return true;
      }
      if (Date.now() > deadline) {
        throw new StartupError(
          `PostgreSQL (process ${found.pid}) has the database but does not answer; see ${this.#log}.`,
        );
      }
      await pause(50);
    }
    return false;
  }

  async #launch(port: number): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    this.port = port;
    for (;;) {
      const logStart = fileSizeOf(this.#log);
      const child = this.#spawnServer();
      if (await this.#becomesReady(child, deadline)) return;
      const output = readFileSync(this.#log, "utf8").slice(logStart);
      const isTaken = /could not bind|could not create any TCP/.test(output);
      // The children of a killed server need a moment to notice; until then they keep its shared memory.
      const isHeld = /pre-existing shared memory block|postmaster\.pid" already exists/.test(output);
      if ((!isTaken && !isHeld) || Date.now() > deadline) throw new StartupError(this.#explain(output));
      if (isTaken && !this.#recovery) this.port = await findFreePort();
      await pause(100);
    }
  }

  #spawnServer(): ChildProcess {
    const { home } = this.options;
    rotateLog(this.#log);
    const log = openSync(this.#log, "a", 0o600);
    // Detached: Ctrl-C in the terminal is for us; we stop the server when the last request has been answered.
    const child = spawn(
      join(home.native, "bin", "postgres"),
      ["-D", this.#cluster, ...postgresServerSettings(this.port)],
      {
        ...home.account,
        cwd: home.dir,
        env: createPostgresEnvironment(),
        detached: true,
        stdio: ["ignore", log, log],
      },
    );
    closeSync(log);
    child.unref();
    child.on("error", () => undefined); // Seen as a server that ended at once.
    this.#pid = child.pid ?? 0;
    child.once("exit", () => child.pid === this.#pid && this.#reviveIfDead());
    return child;
  }

  async #becomesReady(child: ChildProcess, deadline: number): Promise<boolean> {
    while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      if (await this.#answers(this.port)) return true;
      if (Date.now() > deadline) {
        this.#interrupt();
        throw new StartupError(`PostgreSQL did not answer within ${START_TIMEOUT_MS / 1000} s; see ${this.#log}.`);
      }
      await pause(25);
    }
    return false;
  }

  async #answers(port: number): Promise<boolean> {
    const client = new pg.Client({
      host: "127.0.0.1",
      port,
      user: "postgres",
      password: this.options.password,
      database: "postgres",
      connectionTimeoutMillis: 5000,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      // The end is not waited for: that of a connection that never came about may never be reported.
      void client.end().catch(() => undefined);
      if ((error as { code?: string }).code !== "28P01") return false;
      throw new StartupError(
        `The password in ${join(this.options.home.dir, "password")} is not the database's any more.`,
      );
    }
  }

  #reviveIfDead(): void {
    if (this.#watch === undefined || this.#isStopping || this.#recovery || isProcessAlive(this.#pid)) return;
    this.options.onProgress("PostgreSQL has died; starting it again");
    this.#recovery = this.#revive().finally(() => {
      this.#recovery = undefined;
    });
  }

  /** Restarts the server on the same port, because connection pools know no other, and for as long as it takes. */
  async #revive(): Promise<void> {
    for (let wait = 250; !this.#isStopping; wait = Math.min(wait * 2, 10_000)) {
      try {
        await this.#launch(this.port);
        this.options.onProgress("PostgreSQL is back");
        return;
      } catch (error) {
        this.options.onProgress(`PostgreSQL could not be started again: ${(error as Error).message}`);
        await pause(wait);
      }
    }
  }

  async #keptPort(): Promise<number> {
    const kept = Number(readTextIfExists(join(this.options.home.dir, "port")));
    return Number.isInteger(kept) && kept > 0 && (await isPortFree("127.0.0.1", kept)) ? kept : await findFreePort();
  }

  /** Reads PostgreSQL's pid file: first line the pid, fourth the port. */
  #readPidFile(): { pid: number; port: number } | undefined {
    const lines = readTextIfExists(join(this.#cluster, "postmaster.pid"))?.split("\n");
    return lines ? { pid: Number(lines[0]), port: Number(lines[3]) } : undefined;
  }

  #isOurServer(pid: number): boolean {
    const facts = findProcess(pid);
    if (!facts || (facts.command !== undefined && !facts.command.startsWith("postgres"))) return false;
    if (process.platform !== "linux") return true;
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === this.#cluster; // A server works in its own data directory.
    } catch {
      return true;
    }
  }

  #explain(output: string): string {
    const lines = output.trim().split("\n").slice(-3).join(" / ");
    return `The embedded PostgreSQL could not start: ${lines || "it said nothing"} (log: ${this.#log}).`;
  }
}

function rotateLog(log: string): void {
  if (fileSizeOf(log) > LOG_BYTES_KEPT) renameSync(log, `${log}.1`);
}

function fileSizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function readTextIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
