/** Starts the product as `npm start` does, in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { buildProduct } from "../../../../../tools/build.mjs";

const repositoryRoot = fileURLToPath(new URL("../../../../..", import.meta.url));
export const productStartCommand = [process.execPath, join(repositoryRoot, "tools/start.mjs")];

/** Longest wait: a test fails when an expected event takes longer. */
const startTimeout = { timeout: 90_000, interval: 50 };

interface ProductRun {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

/**
 * Starts for each test of a file, all on one data directory and each on a port that the system gives; stopped with the
 * test.
 */
export function setUpProductProcesses() {
  let home = "";
  let runs: ProductRun[] = [];
  const dataDir = () => join(home, "data");

  const untilReleased = () =>
    vi.waitFor(() => {
      if (existsSync(join(dataDir(), "lock"))) throw new Error("The data directory is still in use.");
    }, startTimeout);

  // Built beforehand: a run prints what it builds.
  beforeAll(buildProduct, 240_000);
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "leitstand-main-"));
    chmodSync(home, 0o755); // As root the database runs as a system user, who has to get through.
    runs = [];
  });
  afterEach(async () => {
    for (const { child } of runs) child.kill("SIGTERM");
    await Promise.all(runs.map(({ ended }) => ended));
    await untilReleased();
    rmSync(home, { recursive: true });
  });

  const run = (env: Record<string, string> = {}, command: readonly string[] = productStartCommand): ProductRun => {
    const given = { PORT: "0", METRICS_PORT: "0", DOCS_PORT: "off", DATA_DIR: dataDir(), DEMONSTRATION: "off" };
    const [program = "", ...args] = command;
    const child = spawn(program, args, {
      cwd: repositoryRoot,
      env: { PATH: process.env["PATH"], LOG_LEVEL: "info", ...given, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const started = { child, output: () => output, ended };
    runs.push(started);
    return started;
  };

  /** Resolves with the server's URL once it answers. */
  const untilAnswering = ({ output }: ProductRun): Promise<string> =>
    vi.waitFor(async () => {
      const [, url] = /Server listening at (http:[^"\s]+)/.exec(output()) ?? [];
      if (url === undefined || !(await probeServerHealth(url).catch(() => false)))
        throw new Error(`No answer yet. ${output()}`);
      return url;
    }, startTimeout);

  return { dataDir, run, untilAnswering, untilReleased };
}

export const probeServerHealth = (url: string) => fetch(`${url}/healthz`).then(({ status }) => status < 500);
