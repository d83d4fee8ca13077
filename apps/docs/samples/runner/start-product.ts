import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { measureProductClockOffset } from "./product-clock";
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "./test-sign-ins";

const repositoryRoot = fileURLToPath(new URL("../../../..", import.meta.url));
const READY_TIMEOUT_MS = 240_000;

export interface StartedProduct {
  readonly url: string;
  /** All output since its start. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Command of a newcomer, which builds everything first. */
export const PRODUCT_START_ARGUMENTS = ["tools/start.mjs"];

/** Starts the product with other ports, folder and settings: an embedded database, filled with the demonstration. */
export async function startProduct(
  program: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedProduct> {
  const home = mkdtempSync(join(tmpdir(), "leitstand-samples-"));
  chmodSync(home, 0o755); // When run as root, the database runs as a system user, who needs access.
  const port = await findFreePort();
  const child = spawn(process.execPath, program, {
    cwd: repositoryRoot,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      METRICS_PORT: "off",
      DOCS_PORT: String(await findFreePort()),
      DATA_DIR: join(home, "data"),
      DEMONSTRATION_PASSWORD: DEMONSTRATION_PASSWORD,
      DEMONSTRATION_PIN: DEMONSTRATION_PIN,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += String(piece)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = `http://localhost:${port}`;
  for (const started = Date.now(); !(await isProductReady(url)); await wait(100)) {
    if (child.exitCode !== null || Date.now() - started > READY_TIMEOUT_MS)
      throw new Error(`The product did not start:\n${output}`);
  }
  await measureProductClockOffset(url);
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

const isProductReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A free port outside of the range that systems use for connections (Linux from 32768 on): those may be taken before
 * the product listens.
 */
async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return isFree ? port : findFreePort();
}
