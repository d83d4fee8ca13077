import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const callTool = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: "utf8" });
  return { status, stdout, stderr: stderr.trim() };
};

it("npm run prove refuses an unknown option with the list of its options, instead of running all proofs", () => {
  expect(callTool("tools/prove.mjs", "--lst")).toEqual({
    status: 2,
    stdout: "",
    stderr: "Unknown option '--lst'. Options: --only, --from, --changed, --list",
  });
});

it("npm run prove refuses a name without --only, instead of running all proofs", () => {
  expect(callTool("tools/prove.mjs", "crash")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("--only crash"),
  });
});

it("npm run prove refuses an unknown proof after --only, also among others, with similar names", () => {
  for (const args of [["driver-windwos"], ["crash,driver-windwos"], ["crash", "--only", "driver-windwos"]])
    expect(callTool("tools/prove.mjs", "--list", "--only", ...args)).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^No proof is named like "driver-windwos"\. Did you mean e2e\/driver-windows\b/),
    });
  expect(callTool("tools/prove.mjs", "--list", "--only", "xyzzyx").stderr).toContain("npm run prove -- --list");
  const { status, stdout } = callTool("tools/prove.mjs", "--list", "--only", "driver-windows,series");
  expect([status, stdout.match(/^(e2e\/driver-windows|series)\b/gm)?.toSorted()]).toEqual([
    0,
    ["e2e/driver-windows", "series"],
  ]);
});
