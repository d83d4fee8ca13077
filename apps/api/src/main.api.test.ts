import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { setUpProductProcesses } from "./testing/runs/product-runs";

describe("start and stop", { timeout: 240_000 }, () => {
  const { dataDir, run, untilAnswering } = setUpProductProcesses();

  it("the server prints every fault of the configuration, starts nothing and exits with 1", async () => {
    const { ended, output } = run({ LOG_LEVEL: "loud", STREAM_WINDOW: "0" });
    expect(await ended).toBe(1);
    expect(output().trim().split("\n")).toEqual([
      expect.stringMatching(/^LOG_LEVEL is "loud", but must be one of /),
      expect.stringMatching(/^STREAM_WINDOW is "0", but must be /),
    ]);
    expect(existsSync(dataDir())).toBe(false);
  });

  it("the server answers requests once it has started, and stops in order at SIGTERM", async () => {
    const dispatcher = run({ DOCS_PORT: "0" });
    const { hostname, port } = new URL(await untilAnswering(dispatcher));
    await expect.poll(() => dispatcher.output()).toMatch(/Documentation: http:\/\/localhost:[1-9]/);
    expect(dispatcher.output()).toContain(`Ready at http://localhost:${port}\n`);
    await expect.poll(() => dispatcher.output()).toMatch(/Port of the metrics: [1-9]/);
    // Clients that keep a server waiting: one that says nothing, and one that has sent half of a request.
    for (const text of ["", "POST /api/v1/vehicles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"]) {
      const client = connect(Number(port), hostname).on("error", () => undefined);
      await once(client, "connect");
      client.write(text);
    }
    dispatcher.child.kill("SIGTERM");
    expect(await dispatcher.ended).toBe(0);
    expect(existsSync(join(dataDir(), "lock"))).toBe(false);
    expect(existsSync(join(dataDir(), "postgres", "cluster", "postmaster.pid"))).toBe(false);
  });
});
