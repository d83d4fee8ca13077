import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../apps/api/src/platform/process/ports";
import { residentMemoryOf } from "../harness/process-facts";
import type { BenchRow } from "../harness/row";

const START_SCRIPT = fileURLToPath(new URL("../../start.mjs", import.meta.url));
const START_ROUNDS = 3;
const START_GOAL_S = 3;
const MEMORY_GOAL_MB = 250;
/** Milliseconds for the first start, which makes the cluster and the demonstration data. */
const FIRST_WITHIN_MS = 180_000;
const IDLE_WAIT_MS = 3_000;

/** Benchmarks `npm start` on a folder that was started before: time until the first answer, and memory held then. */
export async function benchServerStart(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-start-"));
  const seconds: number[] = [];
  let memory = Number.NaN;
  try {
    await stopProduct((await startProduct(dataDir)).child);
    for (let round = 0; round < START_ROUNDS; round++) {
      const { child, ms } = await startProduct(dataDir);
      seconds.push(ms / 1000);
      if (round === START_ROUNDS - 1) {
        await new Promise((resolve) => setTimeout(resolve, IDLE_WAIT_MS));
        memory = residentMemoryOf(child.pid as number) / 1024 / 1024;
      }
      await stopProduct(child);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const slowest = Math.max(...seconds);
  const alone = { limit: "-", limitName: "", ratio: undefined };
  return [
    {
      ...alone,
      what: "start on an installed tree, to the first answer",
      ours: `${slowest.toFixed(2)} s`,
      goal: `≤ ${START_GOAL_S} s`,
      met: slowest <= START_GOAL_S,
      note: `slowest of ${START_ROUNDS}, with the embedded database`,
    },
    {
      ...alone,
      what: "memory of the API process, idle",
      ours: Number.isNaN(memory) ? "-" : `${Math.round(memory)} MB`,
      goal: `≤ ${MEMORY_GOAL_MB} MB`,
      met: memory <= MEMORY_GOAL_MB,
      note: Number.isNaN(memory) ? "this system does not tell" : "resident, without PostgreSQL",
    },
  ];
}

async function startProduct(dataDir: string) {
  const port = await findFreePort();
  const began = performance.now();
  const child = spawn(process.execPath, [START_SCRIPT], {
    env: {
      PATH: process.env["PATH"],
      HOME: dataDir,
      DATA_DIR: join(dataDir, "data"),
      PORT: String(port),
      METRICS_PORT: "off",
      DOCS_PORT: "off",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await isAnswering(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}.`);
    if (performance.now() - began > FIRST_WITHIN_MS) throw new Error("npm start did not answer.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { child, ms: performance.now() - began };
}

const isAnswering = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function stopProduct(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
