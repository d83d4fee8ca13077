import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "@leitstand/scenario/staff";
import { PASSWORD_FILE, PIN_FILE } from "../../apps/api/src/demonstration/demonstration-keys";
import { startEmbeddedPostgres } from "../../apps/api/src/platform/postgres/embedded-postgres";
import { type ApiProcess, startApiProcess } from "../bench/harness/api-process";
import type { DemonstrationCredentials } from "./demonstration-keys";

/** Nodes of the product under simulation: processes of our own, or an installation that runs already. */
export interface ProductNodes {
  readonly urls: readonly string[];
  /** Password and PIN of the demonstration there. */
  readonly signIns: DemonstrationCredentials;
  /** Remarks for people about how the nodes run. */
  readonly remarks: readonly string[];
  /** Kills one node with -9 and, after a while, starts it again in the same place. */
  killOne(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

const RATE_LIMIT_FACTOR = "100000";
/** Milliseconds until the first node answers, which first fills an empty database with weeks of demonstration. */
const READY_WITHIN_MS = 300_000;

export const productNodesAtUrl = (url: string): ProductNodes => ({
  urls: [url],
  signIns: {
    password: process.env["DEMONSTRATION_PASSWORD"] ?? readStoredSecret(PASSWORD_FILE),
    pin: process.env["DEMONSTRATION_PIN"] ?? readStoredSecret(PIN_FILE),
  },
  remarks: [`Uses what runs at ${url}; its rate limits hold unless it was started with RATE_LIMIT_FACTOR.`],
  killOne: () => Promise.reject(new Error("A node that is not ours is not killed.")),
  stop: () => Promise.resolve(),
});

/** Reads a secret of an installation on this machine, as its first start has made it. */
function readStoredSecret(file: string): string {
  const path = join(process.env["DATA_DIR"] ?? "data", file);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const advice =
      "Set DATA_DIR to that of the server, or DEMONSTRATION_PASSWORD and DEMONSTRATION_PIN to what it has printed.";
    throw new Error(`${path} cannot be read. ${advice}`, { cause: error });
  }
}

/** Starts nodes on the database of DATABASE_URL, else on an embedded one that is removed after the run. */
export async function startProductNodes(count: number): Promise<ProductNodes> {
  const given = process.env["DATABASE_URL"];
  const home = given === undefined ? mkdtempSync(join(tmpdir(), "leitstand-simulation-")) : undefined;
  const embedded = home === undefined ? undefined : await startEmbeddedPostgres({ dataDir: home });
  const databaseUrl = given ?? (embedded as { url: string }).url;
  const start = createNodeStarter(databaseUrl);
  const nodes: ApiProcess[] = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
    await embedded?.stop();
    if (home !== undefined) rmSync(home, { recursive: true, force: true });
  };
  try {
    // Nodes start one after the other: the first one migrates and fills the database.
    for (let index = 0; index < count; index++) nodes.push(await start());
  } catch (error) {
    await stop();
    throw error;
  }
  const where = given === undefined ? "an embedded PostgreSQL in a temporary folder" : "the database of DATABASE_URL";
  return {
    urls: nodes.map(({ url }) => url),
    signIns: { password: DEMONSTRATION_PASSWORD, pin: DEMONSTRATION_PIN },
    remarks: [
      `Started ${count === 1 ? "one node" : `${count} nodes`} on ${where}, with DEMONSTRATION=on.`,
      `Rate limits are raised: RATE_LIMIT_FACTOR=${RATE_LIMIT_FACTOR}.`,
    ],
    stop,
    async killOne(downMs) {
      const index = nodes.length - 1;
      const node = nodes[index] as ApiProcess;
      node.kill("SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, downMs));
      const { port } = new URL(node.url);
      await node.stop();
      nodes[index] = await start({ PORT: port });
    },
  };
}

function createNodeStarter(databaseUrl: string) {
  // All nodes share the pepper; a database that other runs have filled needs theirs, for the PINs in it.
  const pepper = process.env["PEPPER"] ?? randomBytes(24).toString("hex");
  const base = {
    DEMONSTRATION: "on",
    DEMONSTRATION_PASSWORD,
    DEMONSTRATION_PIN,
    RATE_LIMIT_FACTOR,
    PEPPER: pepper,
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "error",
  };
  return (env: Readonly<Record<string, string>> = {}) =>
    startApiProcess(databaseUrl, { ...base, ...env }, { readyWithinMs: READY_WITHIN_MS });
}
