/** `npm test`: installs what is missing, runs every check and every test, and ends with `N passed, N failed`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChecks } from "./check.mjs";
import { otherNodes, tryOtherNode } from "./check/other-nodes.mjs";
import { runTool } from "./check/run-tool.mjs";
import { installWhatIsMissing } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
installWhatIsMissing();

console.log("\nChecks");
const checks = await runChecks();
console.log("\nTests");
const tests = await runVitest(process.execPath);
const runs = [checks, tests];
// In CI, and whoever asks for it (`OTHER_NODES=1 npm test`).
if (process.env.CI || process.env.OTHER_NODES) {
  for (const major of otherNodes) {
    console.log(`\nNode ${major}`);
    runs.push(await tryOtherNode(major, runVitest));
  }
}

const slowest = runs.flatMap((run) => run.files ?? []).toSorted((a, b) => b.seconds - a.seconds);
list(
  "slowest files",
  slowest.slice(0, 15).map(({ name, seconds }) => `${seconds.toFixed(0).padStart(4)} s  ${name}`),
);
const skipped = runs.flatMap((run) => run.skipped ?? []);
list("skipped", skipped);
const failed = runs.flatMap((run) => run.failed);
list("failed", failed);
console.log(`\n${runs.reduce((sum, run) => sum + run.passed, 0)} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

function list(title, lines) {
  if (lines.length > 0) console.log([`\n${lines.length} ${title}`, ...lines.map((line) => `  ${line}`)].join("\n"));
}

/** Counts come from a reporter of our own, so that a run that dies half-way is never taken for a good one. */
async function runVitest(node, only = [], env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "leitstand-test-"));
  const counts = join(folder, "counts.json");
  const reporters = ["--reporter=default", "--reporter=./tools/check/count-tests.mjs"];
  const { code } = await runTool([node, "node_modules/vitest/vitest.mjs", "run", ...reporters, ...only], {
    env: { ...env, TEST_COUNTS_FILE: counts, NO_COLOR: "1" },
    echo: true,
    // Ends what hangs; a slow machine, or one that has to fetch all packages first, needs longer than usual.
    timeoutMs: 40 * 60_000,
  });
  const nothing = { passed: 0, failed: [], skipped: [], files: [], running: [] };
  const sum = existsSync(counts) ? JSON.parse(readFileSync(counts, "utf8")) : nothing;
  rmSync(folder, { recursive: true });
  if (code === 0) return sum;
  const cutShort = sum.running.map((file) => `${file}: was running when the run ended`);
  const failed = [...sum.failed, ...cutShort];
  return { ...sum, failed: failed.length > 0 ? failed : [`vitest ended with ${code}`] };
}
