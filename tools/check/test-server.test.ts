import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import pg from "pg";
import { expect, it } from "vitest";
import { postgresBinaries } from "./debian-postgres.mjs";
import { startTestServer } from "./test-server.mjs";

/** Program that starts a server, prints its address, and goes on until it is ended. */
const serverProgram = `
  const { startTestServer } = await import(${JSON.stringify(new URL("./test-server.mjs", import.meta.url).href)});
  const { url, home } = await startTestServer();
  console.log(JSON.stringify({ url, home }));
  setInterval(() => {}, 60_000);`;

it.skipIf(postgresBinaries === undefined)(
  "the PostgreSQL server of a killed test run is stopped and deleted",
  async () => {
    const run = spawn(process.execPath, ["--input-type=module", "-e", serverProgram], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = await new Promise<string>((resolve) => createInterface({ input: run.stdout }).once("line", resolve));
    const { url, home } = JSON.parse(line) as { url: string; home: string };
    await expect(queryServer(url)).resolves.toBe("off");
    run.kill("SIGKILL");
    await expect.poll(() => existsSync(home)).toBe(false);
    await expect(queryServer(url)).rejects.toThrow("ECONNREFUSED");
  },
);

it.skipIf(postgresBinaries === undefined)("two PostgreSQL servers for tests can run at the same time", async () => {
  const servers = await Promise.all([startTestServer(), startTestServer()]);
  const answers = await Promise.all(servers.map((server) => queryServer(server?.url ?? "")));
  await Promise.all(servers.map(async (server) => server?.stop()));
  expect(answers).toEqual(["off", "off"]);
  expect(servers.map((server) => existsSync(server?.home ?? ""))).toEqual([false, false]);
});

async function queryServer(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ fsync: string }>("show fsync");
  await client.end();
  return rows[0]?.fsync;
}
