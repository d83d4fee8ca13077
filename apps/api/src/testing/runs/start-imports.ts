/** Running nodes, and the import command beside them as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createClient } from "@leitstand/client/client";
import { afterAll, beforeAll } from "vitest";
import { sql } from "#platform/database/sql";
import { setUpTemporaryFolder, coordinatesInVillage } from "../geo/geo-imports";
import { type ApiSession, startApi } from "../start-api";
import { startTestServerNode, type TestNode } from "../start-node";
import { testClock } from "../test-clock";
import { buildApi, commandsBundle } from "../../../../../tools/build.mjs";

/** Time that a node may take to notice, and to load, on a machine that is busy with other things. */
export const importReloadTimeout = { timeout: 60_000, interval: 50 };
const [a, f] = [coordinatesInVillage("a"), coordinatesInVillage("f")];
const repositoryRoot = fileURLToPath(new URL("../../../../..", import.meta.url));

/** Builds the commands where that has not been done: bundled they start in a fraction of the time. */
export function setUpImportCommands() {
  beforeAll(() => buildApi(), 240_000);
  testClock.followMachine(); // Follows the machine's clock, as the command does, which is a process of its own.
  const api = startApi();
  const folder = setUpTemporaryFolder();
  const nodes: TestNode[] = [];
  const running: ChildProcess[] = [];
  let dispatcher: ApiSession;

  beforeAll(async () => {
    dispatcher = await api.signIn("getDirections", "searchAddresses");
    for (const _ of [1, 2]) nodes.push(await startTestServerNode(api.databaseUrl, () => ({ dataDir: api.dataDir })));
    for (const { app } of nodes) app.start();
  });
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(nodes.map((node) => node.stop()));
  });

  /** Starts the command as a process of its own, as an operator does. */
  const start = (...words: string[]) => {
    const child = spawn(process.execPath, [commandsBundle, ...words], {
      cwd: repositoryRoot,
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: api.databaseUrl,
        DATA_DIR: api.dataDir,
        PEPPER: "a pepper of more than thirty-two characters",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, ended, output: () => output };
  };
  const run = async (...words: string[]) => {
    const { ended, output } = start(...words);
    return { code: await ended, output: (await ended, output()) };
  };
  const at = ({ url }: TestNode) => createClient({ baseUrl: url, token: () => dispatcher.session.token, attempts: 1 });
  const streets = () =>
    Promise.all(
      nodes.map(async (node) => {
        const { routes } = await at(node).getDirections({ waypoints: [a, f] });
        return routes[0]?.legs[0]?.steps[0]?.name;
      }),
    );
  const number = async () =>
    (await api.db.system.one<{ number: number }>(sql`select coalesce(max(number), 0) as number from geo_generations`))
      .number;
  return { api, folder, nodes, start, run, at, streets, number };
}
