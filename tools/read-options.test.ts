import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const callTool = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: "utf8" });
  return { status, stdout, stderr: stderr.trim() };
};

it("refuses an unknown option of npm run prove with the list of its options, instead of running all proofs", () => {
  expect(callTool("tools/prove.mjs", "--lst")).toEqual({
    status: 2,
    stdout: "",
    stderr: "Unknown option '--lst'. Options: --only, --from, --changed, --list",
  });
});

it("refuses a name after npm run prove without --only, which would run all proofs", () => {
  expect(callTool("tools/prove.mjs", "crash")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("--only crash"),
  });
});

it("refuses an unknown proof after npm run prove --only, also among others, with the names that are near to it", () => {
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
