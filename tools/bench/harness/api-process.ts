import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../apps/api/src/platform/process/ports";
import { cpuSecondsOfProcess, residentMemoryOf } from "./process-facts";

export interface ApiProcess {
  readonly url: string;
  readonly pid: number;
  /** CPU seconds used so far, user and system; NaN where the system does not tell. */
  cpuSeconds(): number;
  /** Resident memory in bytes; NaN where the system does not tell. */
  memoryBytes(): number;
  kill(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Node flags as in `npm start`. */
const { scripts } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
) as PackageManifest;
const nodeFlags = scripts.start.split(" ").filter((word) => word.startsWith("--"));
interface PackageManifest {
  readonly scripts: { readonly start: string };
}

const apiBundle = fileURLToPath(new URL("../../../apps/api/dist/main.js", import.meta.url));

/** Starts one node of the product on a database, as a process of its own; resolves when it is ready. */
export async function startApiProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  { readyWithinMs = READY_WITHIN_MS }: { readyWithinMs?: number } = {},
): Promise<ApiProcess> {
  const port = env["PORT"] ?? String(await findFreePort());
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-node-"));
  const child = spawn(process.execPath, [...nodeFlags, apiBundle], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PEPPER: "a pepper for benchmarks and simulations",
      // Processes have folders of their own, but must open each other's sealed values.
      SEALING_KEY: "1:a-sealing-key-for-benchmarks-and-simulations",
      // Receivers of webhooks are on this machine.
      EGRESS_ALLOW: "127.0.0.1",
      PORT: port,
      METRICS_PORT: "off",
      DOCS_PORT: "off",
      DEMONSTRATION: "off",
      LOG_LEVEL: "error",
      RATE_LIMIT_FACTOR: "1000000",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, { child, withinMs: readyWithinMs });
  const pid = child.pid as number;
  return {
    url,
    pid,
    cpuSeconds: () => cpuSecondsOfProcess(pid),
    memoryBytes: () => residentMemoryOf(pid),
    kill: (signal) => child.kill(signal),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const READY_WITHIN_MS = 30_000;

async function waitUntilReady(url: string, { child, withinMs }: { child: ChildProcess; withinMs: number }) {
  const until = Date.now() + withinMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The API ended with code ${child.exitCode} before it was ready.`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > until) throw new Error(`The API was not ready within ${withinMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
