import { describe, expect, it } from "vitest";
import { type BesideOptions, runScriptBeside } from "./beside.mjs";

const runScript = (text: string, options?: BesideOptions) =>
  runScriptBeside(["--input-type=module", "-e", text], options);

describe("script beside the product", () => {
  it("reports a script that cannot be started as failed, and keeps the product running", async () => {
    const { ended } = runScript("", { execPath: "/no/such/program", priority: 10 });
    expect(await ended).toContain("ENOENT");
  });

  it("reports a script that is refused before it starts as failed", async () => {
    expect(await runScript("\0").ended).toContain("null bytes");
  });

  it("runs a script that cannot be given a lower priority", async () => {
    // An invalid priority is refused like that of a process that has ended.
    expect(await runScript("", { priority: 10.5 }).ended).toBeUndefined();
  });

  it("reports a script as failed when it ends by a fault or is killed", async () => {
    expect(await runScript("process.exit(3)", { priority: 10 }).ended).toBe("it ended with code 3");
    expect(await runScript("process.kill(process.pid, 'SIGKILL')").ended).toBe("it was ended by SIGKILL");
  });

  it("does not report a script as failed when it was told to end", async () => {
    const stays = runScript("setInterval(() => 0, 1000)");
    stays.end();
    expect(await stays.ended).toBeUndefined();
    expect(await runScript("process.exit(143)").ended).toBeUndefined();
    expect(await runScript("process.kill(process.pid, 'SIGINT'); setInterval(() => 0, 1000)").ended).toBeUndefined();
  });
});
