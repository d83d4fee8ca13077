import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { askForTime } from "./product-clock";
import { PASSWORD, PIN } from "./test-sign-ins";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const READY_WITHIN_MS = 240_000;

export interface Product {
  readonly url: string;
  /** All that it has said since its start. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** As a newcomer starts it, who has everything built first. */
export const NPM_START = ["tools/start.mjs"];

/** The product but for ports, folder and settings as it starts: an embedded database, filled with the demonstration. */
export async function startProduct(
  program: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const home = mkdtempSync(join(tmpdir(), "leitstand-samples-"));
  chmodSync(home, 0o755); // As root the database runs as a system user, who has to get through.
  const port = await freePort();
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      METRICS_PORT: "off",
      DOCS_PORT: String(await freePort()),
      DATA_DIR: join(home, "data"),
      DEMONSTRATION_PASSWORD: PASSWORD,
      DEMONSTRATION_PIN: PIN,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += String(piece)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = `http://localhost:${port}`;
  for (const started = Date.now(); !(await isReady(url)); await wait(100)) {
    if (child.exitCode !== null || Date.now() - started > READY_WITHIN_MS)
      throw new Error(`The product did not start:\n${output}`);
  }
  await askForTime(url);
  return {
    url,
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** None of those that systems give to connections (Linux from 32768 on): they may be taken before the product listens. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return isFree ? port : freePort();
}
