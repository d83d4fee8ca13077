import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STREAM_RESUME_WINDOW_HOURS } from "@leitstand/contract/operation/limits";
import { type App, type AppOptions, createApp } from "../app";
import { Database } from "#platform/database/database";
import { connectionPoolSizesFor } from "#platform/database/pool-sizes";
import { testClock } from "./test-clock";
import { deriveTestDatabaseLogins } from "./test-logins";

export interface TestNode {
  readonly app: App;
  readonly db: Database;
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts one more node on a database that other nodes use as well. */
export async function startTestServerNode(
  databaseUrl: string,
  options: (db: Database) => Partial<AppOptions> = () => ({}),
  db = connectTestDatabase(databaseUrl, 4),
): Promise<TestNode> {
  const app = await createApp({ ...testNodeOptions(db), ...options(db) });
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.stop().then(() => db.close()));
  return { app, db, url, port: Number(new URL(url).port), stop };
}

/** Milliseconds after which a statement or a wait for a connection counts as hanging, however busy the machine is. */
const HANG_TIMEOUT_MS = 60_000;
export const testDatabaseTimeouts = { statementTimeoutMs: HANG_TIMEOUT_MS, connectionTimeoutMs: HANG_TIMEOUT_MS };

let createdFolder: string | undefined;
/** Folder for files of nodes that tests do not look at; deleted at the end of the process. */
function nodeFilesFolder(): string {
  if (createdFolder !== undefined) return createdFolder;
  const made = mkdtempSync(join(tmpdir(), "leitstand-nodes-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return (createdFolder = made);
}

/** Options of a node that checks its answers against the contract, and whose rate limits are out of the way. */
export const testNodeOptions = (db: Database): AppOptions => ({
  db,
  clock: testClock,
  pepper: "a pepper for tests",
  publicUrl: "http://localhost",
  dataDir: nodeFilesFolder(),
  sealingKeys: [{ number: 1, secret: "a sealing key for tests" }],
  rateLimitFactor: 100_000,
  streamWindowHours: STREAM_RESUME_WINDOW_HOURS,
  corsOrigins: [],
  trustProxy: false,
  logger: { level: process.env["LOG_LEVEL"] ?? "error" },
  checksAnswers: true,
});

export const connectTestDatabase = (url: string, poolSize: number) =>
  new Database({
    logins: deriveTestDatabaseLogins(url),
    pools: connectionPoolSizesFor(poolSize),
    ...testDatabaseTimeouts,
    onError: () => undefined,
    name: "test node",
  });
