/** `npm test`: installs what is missing, runs every check and every test, and ends with `N passed, N failed`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChecks } from "./check.mjs";
import { runTool } from "./check/run-tool.mjs";
import { installWhatIsMissing } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
installWhatIsMissing();

console.log("\nChecks");
const checks = await runChecks();
console.log("\nTests");
const tests = await runVitest();

if (tests.skipped.length > 0) {
  console.log(`\n${tests.skipped.length} skipped`);
  for (const line of tests.skipped) console.log(`  ${line}`);
}
const failed = checks.failed + tests.failed;
console.log(`\n${checks.passed + tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Counts come from a reporter of our own, so that a run that dies half-way is never taken for a good one. */
async function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), "leitstand-test-"));
  const counts = join(folder, "counts.json");
  const reporters = ["--reporter=default", "--reporter=./tools/check/count-tests.mjs"];
  const { code } = await runTool([process.execPath, "node_modules/vitest/vitest.mjs", "run", ...reporters], {
    env: { TEST_COUNTS_FILE: counts, NO_COLOR: "1" },
    echo: true,
    timeoutMs: 25 * 60_000,
  });
  const sum = existsSync(counts) ? JSON.parse(readFileSync(counts, "utf8")) : { passed: 0, failed: 1, skipped: [] };
  rmSync(folder, { recursive: true });
  return { ...sum, failed: code !== 0 && sum.failed === 0 ? 1 : sum.failed };
}
