import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "#platform/process/ports";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** One start of the product, as its own process. */
interface Run {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

describe("start and stop", { timeout: 90_000 }, () => {
  let home: string;
  let port: number;
  let runs: Run[];

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "leitstand-main-"));
    chmodSync(home, 0o755); // As root the database runs as a system user, who has to get through.
    port = await freePort();
    runs = [];
  });

  afterEach(async () => {
    for (const { child } of runs) child.kill("SIGTERM");
    await Promise.all(runs.map(({ ended }) => ended));
    await untilReleased();
    rmSync(home, { recursive: true });
  });

  const run = (env: Record<string, string> = {}, command: string[] = [process.execPath, "--import", "tsx", main]) => {
    const given = {
      PORT: String(port),
      METRICS_PORT: "0",
      DOCS_PORT: "0",
      DATA_DIR: join(home, "data"),
      DEMONSTRATION: "off",
    };
    const { PATH } = process.env;
    const [program = "", ...args] = command;
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { PATH, ...given, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const started: Run = { child, output: () => output, ended };
    runs.push(started);
    return started;
  };

  const answers = () => fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.status < 500);

  const untilAnswering = ({ output }: Run) =>
    vi.waitFor(
      async () => {
        if (!(await answers().catch(() => false))) throw new Error(`No answer yet. ${output()}`);
      },
      { timeout: 60_000, interval: 50 },
    );

  const untilReleased = () =>
    vi.waitFor(
      () => {
        if (existsSync(join(home, "data", "lock"))) throw new Error("The data directory is still in use.");
      },
      { timeout: 30_000 },
    );

  it("tells every fault of the configuration, starts nothing and ends with 1", async () => {
    const { ended, output } = run({ LOG_LEVEL: "loud", STREAM_WINDOW: "0" });
    expect(await ended).toBe(1);
    expect(output().trim().split("\n")).toEqual([
      expect.stringMatching(/^LOG_LEVEL is "loud", but must be one of /),
      expect.stringMatching(/^STREAM_WINDOW is "0", but must be /),
    ]);
    expect(existsSync(join(home, "data"))).toBe(false);
  });

  it("names a taken port in one sentence", async () => {
    const squatter: Server = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, "127.0.0.1", resolve));
    const { ended, output } = run();
    expect(await ended).toBe(1);
    expect(output()).toContain(
      `Port ${port} on 127.0.0.1 is taken by another program; stop it or set PORT to a free port.`,
    );
    await new Promise((resolve) => squatter.close(resolve));
  });

  it("names an unreachable database without its password", async () => {
    const closed = await freePort();
    const DATABASE_URL = `postgres://desk:secret-word@127.0.0.1:${closed}/leitstand`;
    const { ended, output } = run({ DATABASE_URL, PEPPER: "a pepper of more than thirty-two characters" });
    expect(await ended).toBe(1);
    expect(output()).toMatch(`The database leitstand on 127.0.0.1:${closed} (DATABASE_URL) cannot be used: `);
    expect(output()).not.toContain("secret-word");
  });

  it("says that it already runs when it is started twice, and leaves the first one alone", async () => {
    const first = run();
    await untilAnswering(first);
    const second = run({ PORT: "0" });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Leitstand already runs on ${join(home, "data")} (process ${first.child.pid})`);
    expect(await answers()).toBe(true);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("stops once and in order at %s, however often it comes", async (signal) => {
    const desk = run();
    await untilAnswering(desk);
    desk.child.kill(signal);
    desk.child.kill(signal);
    expect(await desk.ended).toBe(0);
    expect(existsSync(join(home, "data", "lock"))).toBe(false);
    expect(existsSync(join(home, "data", "postgres", "cluster", "postmaster.pid"))).toBe(false);
  });

  it("stops by itself when the npm that started it was killed", async () => {
    // The shell stands for npm's: it goes down with npm and cannot pass anything on.
    const command = [process.execPath, "--import", "tsx", main].map((part) => `'${part}'`).join(" ");
    const shell = run({ npm_lifecycle_event: "start" }, ["/bin/sh", "-c", `${command}; exit 0`]);
    await untilAnswering(shell);
    const { pid } = JSON.parse(readFileSync(join(home, "data", "lock"), "utf8")) as { pid: number };
    expect(pid).not.toBe(shell.child.pid);
    shell.child.kill("SIGKILL");
    await untilReleased();
    await expect(answers()).rejects.toThrow("fetch failed");
  });
});
