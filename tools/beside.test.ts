import { describe, expect, it } from "vitest";
import { type ChildScriptOptions, runChildScript } from "./beside.mjs";

const runScript = (text: string, options?: ChildScriptOptions) =>
  runChildScript(["--input-type=module", "-e", text], options);

describe("script beside the product", () => {
  it("runChildScript reports a script that cannot be started as failed", async () => {
    const { ended } = runScript("", { execPath: "/no/such/program", priority: 10 });
    expect(await ended).toContain("ENOENT");
  });

  it("runChildScript reports a script with invalid arguments as failed", async () => {
    expect(await runScript("\0").ended).toContain("null bytes");
  });

  it("runChildScript runs a script even if its priority cannot be lowered", async () => {
    // An invalid priority is refused like that of a process that has ended.
    expect(await runScript("", { priority: 10.5 }).ended).toBeUndefined();
  });

  it("runChildScript reports a script as failed when it exits with a code or is killed", async () => {
    expect(await runScript("process.exit(3)", { priority: 10 }).ended).toBe("it ended with code 3");
    expect(await runScript("process.kill(process.pid, 'SIGKILL')").ended).toBe("it was ended by SIGKILL");
  });

  it("runChildScript does not report a script as failed that it has ended on request", async () => {
    const stays = runScript("setInterval(() => 0, 1000)");
    stays.end();
    expect(await stays.ended).toBeUndefined();
    expect(await runScript("process.exit(143)").ended).toBeUndefined();
    expect(await runScript("process.kill(process.pid, 'SIGINT'); setInterval(() => 0, 1000)").ended).toBeUndefined();
  });
});
