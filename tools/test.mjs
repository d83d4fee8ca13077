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

const skipped = runs.flatMap((run) => run.skipped ?? []);
if (skipped.length > 0) {
  console.log(`\n${skipped.length} skipped`);
  for (const line of skipped) console.log(`  ${line}`);
}
const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);
const failed = sumOf(runs.map((run) => run.failed));
console.log(`\n${sumOf(runs.map((run) => run.passed))} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Counts come from a reporter of our own, so that a run that dies half-way is never taken for a good one. */
async function runVitest(node, only = [], env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "leitstand-test-"));
  const counts = join(folder, "counts.json");
  const reporters = ["--reporter=default", "--reporter=./tools/check/count-tests.mjs"];
  const { code } = await runTool([node, "node_modules/vitest/vitest.mjs", "run", ...reporters, ...only], {
    env: { ...env, TEST_COUNTS_FILE: counts, NO_COLOR: "1" },
    echo: true,
    timeoutMs: 25 * 60_000,
  });
  const sum = existsSync(counts) ? JSON.parse(readFileSync(counts, "utf8")) : { passed: 0, failed: 1, skipped: [] };
  rmSync(folder, { recursive: true });
  return { ...sum, failed: code !== 0 && sum.failed === 0 ? 1 : sum.failed };
}
