import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runTool } from "./run-tool.mjs";

/**
 * Starts two processes that would stay for an hour, one of them in a group of its own as browsers are; neither obeys
 * SIGTERM.
 */
const toolScript = `
  const { spawn } = require("node:child_process");
  const stay = "process.on('SIGTERM', () => {}); process.stdout.write(process.pid + ' '); setTimeout(() => {}, 3_600_000)";
  for (const detached of [false, true]) spawn(process.execPath, ["-e", stay], { detached, stdio: "inherit" });
  process.on("SIGTERM", () => {});
  setTimeout(() => {}, 3_600_000);`;
const toolCommand = [process.execPath, "-e", toolScript];
const pidsIn = (text: string) => (text.match(/\d+(?= )/g) ?? []).map(Number);
const isProcessRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("tool run with a time limit", { timeout: 60_000 }, () => {
  let pids: number[] = [];
  afterEach(() => {
    for (const pid of pids.filter(isProcessRunning)) process.kill(pid, "SIGKILL");
    pids = [];
  });

  it("runTool leaves no process behind when a tool exceeds its time limit", async () => {
    const { code, output } = await runTool(toolCommand, { timeoutMs: 3_000, graceMs: 100 });
    pids = pidsIn(output.replace(/stopped after.*/, ""));
    expect(code).not.toBe(0);
    expect(output).toContain("stopped after 3 s");
    expect(pids).toHaveLength(2);
    await vi.waitUntil(() => !pids.some(isProcessRunning), 5_000);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("runTool leaves no process behind when it receives %s", async (signal, code) => {
    const runner = `import { runTool } from ${JSON.stringify(fileURLToPath(new URL("run-tool.mjs", import.meta.url)))};
      await runTool(${JSON.stringify(toolCommand)}, { echo: true, graceMs: 100 });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", runner], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    const ended = new Promise((resolve) => child.on("exit", resolve));
    await vi.waitUntil(() => pidsIn(output).length === 2, 30_000);
    pids = pidsIn(output);
    child.kill(signal);
    expect(await ended).toBe(code);
    await vi.waitUntil(() => !pids.some(isProcessRunning), 5_000);
  });

  it("runTool returns the output and the exit code of a tool", async () => {
    const listeners = process.listenerCount("SIGINT");
    const { code, output } = await runTool([process.execPath, "-e", "console.log('done'); process.exitCode = 3"]);
    expect({ code, output }).toEqual({ code: 3, output: "done" });
    expect(process.listenerCount("SIGINT")).toBe(listeners);
    expect((await runTool(["/no/such/program"])).code).toBe(1);
  });
});
