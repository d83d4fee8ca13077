import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findFreePort } from "#platform/process/ports";
import { probeServerHealth, productStartCommand, setUpProductProcesses } from "./testing/runs/product-runs";

describe("start and stop", { timeout: 240_000 }, () => {
  const { dataDir, run, untilAnswering, untilReleased } = setUpProductProcesses();

  it("the server names an occupied port in one sentence and does not start", async () => {
    const squatter: Server = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, "127.0.0.1", resolve));
    const { port } = squatter.address() as AddressInfo;
    const { ended, output } = run({ PORT: String(port) });
    expect(await ended).toBe(1);
    expect(output()).toContain(
      `Port ${port} on 127.0.0.1 is taken by another program; stop it or set PORT to a free port.`,
    );
    await new Promise((resolve) => squatter.close(resolve));
  });

  it("the server names an unreachable database without its password", async () => {
    const closed = await findFreePort();
    const DATABASE_URL = `postgres://desk:secret-word@127.0.0.1:${closed}/leitstand`;
    const { ended, output } = run({ DATABASE_URL, PEPPER: "a pepper of more than thirty-two characters" });
    expect(await ended).toBe(1);
    expect(output()).toMatch(`The database leitstand on 127.0.0.1:${closed} (DATABASE_URL) cannot be used: `);
    expect(output()).not.toContain("secret-word");
  });

  it("a second start of the same installation is refused and leaves the running server alone", async () => {
    const first = run();
    const url = await untilAnswering(first);
    const second = run();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Leitstand already runs on ${dataDir()} (process ${first.child.pid})`);
    expect(await probeServerHealth(url)).toBe(true);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "the server stops once and in order at %s, however often the signal comes",
    async (signal) => {
      const dispatcher = run();
      await untilAnswering(dispatcher);
      dispatcher.child.kill(signal);
      dispatcher.child.kill(signal);
      expect(await dispatcher.ended).toBe(0);
      expect(existsSync(join(dataDir(), "lock"))).toBe(false);
      expect(existsSync(join(dataDir(), "postgres", "cluster", "postmaster.pid"))).toBe(false);
    },
  );

  it("a server with STOP_DELAY goes on serving, but is no longer ready, until that is over or a second signal comes", async () => {
    const dispatcher = run({ STOP_DELAY: "60" });
    const url = await untilAnswering(dispatcher);
    await expect.poll(() => dispatcher.output()).toContain("Ready at ");
    // Ctrl-C comes twice at once, and is one signal.
    for (const signal of ["SIGTERM", "SIGINT"] as const) dispatcher.child.kill(signal);
    const answer = () => fetch(`${url}/readyz`).then(async (got) => [got.status, await got.json()]);
    await expect.poll(answer).toEqual([503, { status: "not ready", reason: "It is stopping." }]);
    expect(await probeServerHealth(url)).toBe(true);
    const stopAgain = () => {
      dispatcher.child.kill("SIGTERM");
      return dispatcher.output();
    };
    await expect.poll(stopAgain, { interval: 1_100, timeout: 30_000 }).toContain("Stopped");
    expect(await dispatcher.ended).toBe(0);
  });

  it("the server stops when the npm process that started it was killed", async () => {
    // The shell replaces the one that npm starts: it ends with npm and cannot pass a signal on.
    const command = productStartCommand.map((part) => `'${part}'`).join(" ");
    const shell = run({ npm_lifecycle_event: "start" }, ["/bin/sh", "-c", `${command}; exit 0`]);
    const url = await untilAnswering(shell);
    const { pid } = JSON.parse(readFileSync(join(dataDir(), "lock"), "utf8")) as { pid: number };
    expect(pid).not.toBe(shell.child.pid);
    shell.child.kill("SIGKILL");
    await untilReleased();
    await expect(probeServerHealth(url)).rejects.toThrow("fetch failed");
  });
});
