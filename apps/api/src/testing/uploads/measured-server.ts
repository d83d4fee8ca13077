import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findFreePort } from "#platform/process/ports";
import { TEST_PEPPER } from "../test-logins";
import { buildApi, serverBundle } from "../../../../../tools/build.mjs";

const REPOSITORY_ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));
const PROBE_FILE = fileURLToPath(new URL("./loop-probe.mjs", import.meta.url));
const CARELESS_SERVER_FILE = fileURLToPath(new URL("./serve-careless.ts", import.meta.url));
const KILOBYTE = 1_024;

/** Load that the server and the processes it started took during a measurement. */
export interface ServerLoad {
  /** Longest time for which the event loop computed without a break, in milliseconds of its thread's processor time. */
  readonly heldMs: number;
  /** Largest growth of the memory of all processes during the measurement, in MB. */
  readonly grownMb: number;
}

/** Server in a process of its own, with a probe in its event loop (Linux only). */
export class MeasuredServer {
  private constructor(
    readonly url: string,
    readonly child: ChildProcess,
  ) {}

  /** Starts the product as it is built. */
  static async start(databaseUrl: string, dataDir: string): Promise<MeasuredServer> {
    await buildApi();
    const port = String(await findFreePort());
    const child = spawnServer([serverBundle], {
      PORT: port,
      METRICS_PORT: "off",
      DOCS_PORT: "off",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PEPPER: TEST_PEPPER,
      RATE_LIMIT_FACTOR: "100000",
      LOG_LEVEL: "fatal",
      DEMONSTRATION: "off",
    });
    const url = `http://127.0.0.1:${port}`;
    for (;;) {
      const isReady = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return new MeasuredServer(url, child);
      if (child.exitCode !== null) throw new Error("The server did not start.");
    }
  }

  static async startCareless(databaseUrl: string, dataDir: string): Promise<MeasuredServer> {
    const child = spawnServer(["--import", "tsx", CARELESS_SERVER_FILE, databaseUrl, dataDir], {});
    const [{ address }] = (await once(child, "message")) as [{ address: string }];
    return new MeasuredServer(address, child);
  }

  async during(work: () => Promise<unknown>): Promise<ServerLoad> {
    const { pid } = this.child as { pid: number };
    await this.readHeld();
    writeFileSync(`/proc/${pid}/clear_refs`, "5"); // Resets the peak of the process's memory.
    const before =
      memoryMbOf(pid, "VmRSS") + Math.max(0, ...this.helpers().map((helper) => memoryMbOf(helper, "VmRSS")));
    for (const helper of this.helpers()) writeFileSync(`/proc/${helper}/clear_refs`, "5");
    // Peak of helper processes, also of those that end meanwhile; two at the same time count both.
    let helperPeak = 0;
    const look = () => {
      const peaks = this.helpers().map((helper) => memoryMbOf(helper, "VmHWM"));
      helperPeak = Math.max(
        helperPeak,
        peaks.reduce((sum, peak) => sum + peak, 0),
      );
    };
    const looking = setInterval(look, 20);
    try {
      await work();
    } finally {
      clearInterval(looking);
    }
    look();
    return { heldMs: await this.readHeld(), grownMb: memoryMbOf(pid, "VmHWM") + helperPeak - before };
  }

  /** Pids of processes that the server has started. */
  helpers(): number[] {
    return childProcessesOf(this.child.pid as number);
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM") {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }

  private async readHeld(): Promise<number> {
    const told = once(this.child, "message") as Promise<[{ heldMs: number }]>;
    this.child.send("held");
    return (await told)[0].heldMs;
  }
}

function spawnServer(args: readonly string[], env: Record<string, string>): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, ["--max-semi-space-size=64", "--import", PROBE_FILE, ...args], {
    cwd: REPOSITORY_ROOT,
    env: { PATH, LOG_LEVEL: "fatal", ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function childProcessesOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => processStatusOf(pid, "PPid") === parent);
}

const memoryMbOf = (pid: number, field: "VmRSS" | "VmHWM") => (processStatusOf(pid, field) ?? 0) / KILOBYTE;

/** Reads a field of the process status; undefined when the process is gone, or a zombie. */
function processStatusOf(pid: number, field: string): number | undefined {
  try {
    const found = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return found ? Number(found[1]) : undefined;
  } catch {
    return undefined;
  }
}
