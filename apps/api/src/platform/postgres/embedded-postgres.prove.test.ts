import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type EmbeddedPostgresOptions,
  type EmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from "./embedded-postgres";
import { isProcessAlive } from "../process/process-table";
import { withConnection } from "../../testing/postgres/with-connection";

const supervisorSource = fileURLToPath(new URL("./embedded-postgres.ts", import.meta.url));
const isRoot = process.getuid?.() === 0;
/** Options to run as the first of a container's processes. */
const pidNamespaceOptions = ["--pid", "--fork", "--kill-child", "--mount-proc"];
const canUnsharePids = isRoot && spawnSync("unshare", [...pidNamespaceOptions, "true"]).status === 0;

describe("embedded PostgreSQL", { timeout: 60_000 }, () => {
  let parent: string;
  let dataDir: string;
  let running: EmbeddedPostgres[];
  let children: ChildProcess[];

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "leitstand-embedded-"));
    chmodSync(parent, 0o755); // As root the server runs as a system user, who has to get through.
    dataDir = join(parent, "data");
    running = [];
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map((child) => waitForExit(child)));
    for (const database of running) await database.stop();
    // Killed child processes have left their servers running.
    if (serverPid(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
    rmSync(realpathSync(join(dataDir, "postgres")), { recursive: true, force: true });
    rmSync(parent, { recursive: true, force: true });
  });

  const start = async (options?: Partial<EmbeddedPostgresOptions>) => {
    const database = await startEmbeddedPostgres({ dataDir, ...options });
    running.push(database);
    return database;
  };

  const stop = async (database: EmbeddedPostgres) => {
    running.splice(running.indexOf(database), 1);
    await database.stop();
  };

  /** Starts a separate process that supervises the database until it is killed, by a command that is given. */
  const startElsewhere = async (by: readonly string[] = []): Promise<{ child: ChildProcess; url: string }> => {
    const script = `import { startEmbeddedPostgres } from ${JSON.stringify(supervisorSource)};
      startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }).then(
        ({ url }) => { console.log(url); setInterval(() => {}, 1000); },
        (error) => { console.log(error.message); process.exit(1); });`;
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", script];
    const [program = "", ...args] = [...by, ...node];
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const url = await new Promise<string>((resolve) =>
      child.stdout?.once("data", (line) => resolve(String(line).trim())),
    );
    return { child, url };
  };

  it("a command uses the embedded PostgreSQL that runs, and starts one where none runs", async () => {
    const server = await start();
    const joined = await joinEmbeddedPostgres({ dataDir });
    expect(joined.url).toBe(server.url);
    await joined.stop();
    await queryServer(server.url, "create table kept as select 7 as answer");
    await stop(server);
    const alone = await joinEmbeddedPostgres({ dataDir });
    running.push(alone);
    expect(await queryServer(alone.url, "select answer from kept")).toEqual([{ answer: 7 }]);
    await stop(alone);
    expect(serverPid(dataDir)).toBeUndefined();
  });

  it("embedded PostgreSQL keeps its data and port over a restart, durably and on loopback only", async () => {
    const first = await start();
    await queryServer(first.url, "create table kept as select 42 as answer");
    const pid = serverPid(dataDir) ?? 0;
    await stop(first);
    expect(isProcessAlive(pid)).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await queryServer(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    const [settings] = await queryServer(
      second.url,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
         current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
         (select datcollate from pg_database where datname = current_database()) as collation,
         (select rolsuper from pg_roles where rolname = current_user) as is_superuser`,
    );
    expect(settings).toEqual({
      fsync: "on",
      addresses: "127.0.0.1",
      checksums: "on",
      encoding: "UTF8",
      collation: process.platform === "linux" ? "C.UTF-8" : "C",
      is_superuser: false,
    });
  });

  it("the password of embedded PostgreSQL is in a file that only its account can read", async () => {
    const { url } = await start();
    const password = join(dataDir, "postgres", "password");
    expect(statSync(password).mode & 0o777).toBe(0o600);
    expect(new URL(url).password).toBe(readFileSync(password, "utf8").trim());
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(queryServer(wrong.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("embedded PostgreSQL refuses a data directory that another process uses, in one sentence", async () => {
    const { child, url } = await startElsewhere();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      sentences: [`Leitstand already runs on ${dataDir} (process ${child.pid}); stop that one first.`],
    });
    expect(await queryServer(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("embedded PostgreSQL gives the data directory to exactly one of several simultaneous starts", async () => {
    const answers = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    const refused = answers.filter(({ url }) => url.startsWith("Leitstand already runs"));
    expect(refused).toHaveLength(2);
  });

  it.runIf(canUnsharePids)(
    "embedded PostgreSQL refuses a data directory that another container uses, and starts on it once that one was killed",
    async () => {
      const { child, url } = await startElsewhere(["unshare", ...pidNamespaceOptions]);
      await queryServer(url, "create table kept as select 5 as answer");
      const pid = serverPid(dataDir);
      for (const attempt of [startEmbeddedPostgres, joinEmbeddedPostgres])
        await expect(attempt({ dataDir })).rejects.toThrow(`Another container or machine uses ${dataDir}`);
      expect(serverPid(dataDir)).toBe(pid);
      expect(await queryServer(url, "select answer from kept")).toEqual([{ answer: 5 }]);
      child.kill("SIGKILL");
      await waitForExit(child);
      const told: string[] = [];
      const { url: taken } = await start({ onProgress: (message) => told.push(message) });
      expect(told).toContain(`Waiting 15 s to see whether another container or machine still uses ${dataDir}`);
      expect(await queryServer(taken, "select answer from kept")).toEqual([{ answer: 5 }]);
    },
  );

  it("the server takes over an embedded PostgreSQL that outlived kill -9 of its supervisor", async () => {
    const { child, url } = await startElsewhere();
    await queryServer(url, "create table kept as select 1 as answer");
    const pid = serverPid(dataDir);
    child.kill("SIGKILL");
    await waitForExit(child);
    expect(isProcessAlive(pid ?? 0)).toBe(true);
    const taken = await start();
    expect(serverPid(dataDir)).toBe(pid);
    expect(taken.url).toBe(url);
    expect(await queryServer(taken.url, "select answer from kept")).toEqual([{ answer: 1 }]);
    await stop(taken);
    expect(isProcessAlive(pid ?? 0)).toBe(false);
  });

  it("the supervisor restarts a killed PostgreSQL on the same port with everything that was committed", async () => {
    const told: string[] = [];
    const { url } = await start({ onProgress: (message) => told.push(message) });
    await queryServer(url, "create table kept as select 7 as answer");
    process.kill(serverPid(dataDir) ?? 0, "SIGKILL");
    expect(await queryUntilAnswered(url, "select answer from kept")).toEqual([{ answer: 7 }]);
    await vi.waitFor(() => expect(told).toContain("PostgreSQL is back"), { timeout: 30_000 });
  });

  it.runIf(canUnsharePids)(
    "the supervisor restarts a killed PostgreSQL where it is process 1 and has to reap dead processes itself",
    async () => {
      const script = `import { readFileSync } from "node:fs";
      import { startEmbeddedPostgres } from ${JSON.stringify(supervisorSource)};
      const dataDir = ${JSON.stringify(dataDir)};
      const database = await startEmbeddedPostgres({ dataDir, onProgress: (message) => {
        if (message === "PostgreSQL is back") void database.stop().then(() => process.exit(0));
      } });
      process.kill(Number(readFileSync(dataDir + "/postgres/cluster/postmaster.pid", "utf8").split("\\n")[0]), "SIGKILL");
      setInterval(() => {}, 1000);`;
      const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", script];
      const child = spawn("unshare", [...pidNamespaceOptions, ...node], { stdio: ["ignore", "ignore", "inherit"] });
      children.push(child);
      await waitForExit(child);
      expect(child.exitCode).toBe(0);
    },
  );

  it("embedded PostgreSQL recovers when it was killed together with its supervisor", async () => {
    const { child, url } = await startElsewhere();
    await queryServer(url, "create table kept as select 8 as answer");
    child.kill("SIGKILL");
    await waitForExit(child);
    process.kill(serverPid(dataDir) ?? 0, "SIGKILL");
    const { url: recovered } = await start();
    expect(await queryServer(recovered, "select answer from kept")).toEqual([{ answer: 8 }]);
  });

  it("embedded PostgreSQL starts although its pid file has the number of another running program", async () => {
    const first = await start();
    await stop(first);
    const port = new URL(first.url).port;
    const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
    writeFileSync(pidFile, `${process.pid}\n${dataDir}\n0\n${port}\n`, { mode: 0o644 });
    const second = await start();
    expect(await queryServer(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("embedded PostgreSQL starts over when its first start was interrupted while creating the cluster", async () => {
    await expect(start({ onLocked: () => Promise.reject(new Error("asked to wait")) })).rejects.toThrow(
      "asked to wait",
    );
    const first = await start();
    await stop(first);
    const home = join(dataDir, "postgres");
    rmSync(join(home, "cluster"), { recursive: true });
    writeFileSync(join(home, "cluster.draft"), "half a cluster");
    const { url } = await start();
    expect(await queryServer(url, "select current_database() as name")).toEqual([{ name: "leitstand" }]);
  });

  it("embedded PostgreSQL takes another port when its own is in use", async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await stop(first);
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, "127.0.0.1", resolve));
    const second = await start();
    await new Promise((resolve) => squatter.close(resolve));
    expect(Number(new URL(second.url).port)).not.toBe(port);
    expect(await queryServer(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it.runIf(isRoot)(
    "embedded PostgreSQL reaches its files through a link when its system user cannot enter the directory above",
    async () => {
      chmodSync(parent, 0o700);
      const first = await start();
      expect(lstatSync(join(dataDir, "postgres")).isSymbolicLink()).toBe(true);
      await queryServer(first.url, "create table kept as select 9 as answer");
      await stop(first);
      const second = await start();
      expect(await queryServer(second.url, "select answer from kept")).toEqual([{ answer: 9 }]);
    },
  );
});

const queryServer = (url: string, text: string) =>
  withConnection(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

/** Repeats a query until the server is there, as a connection pool would. */
const queryUntilAnswered = (url: string, text: string) =>
  vi.waitFor(() => queryServer(url, text), { timeout: 30_000, interval: 20 });

function serverPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}
