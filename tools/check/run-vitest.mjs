import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run-tool.mjs";

/**
 * Limit that ends a hanging run; a slow machine, or one that has to fetch all packages first, needs longer than usual.
 */
const RUN_LIMIT_MS = 60 * 60_000;

/**
 * Runs vitest with further arguments. Counts come from a reporter of our own, so that a run that dies half-way is never taken for
 * a good one.
 * @returns {Promise<import("./run-vitest.mjs").TestRun>}
 */
export async function runVitest(args, { node = process.execPath, env = {}, limitMs = RUN_LIMIT_MS } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "leitstand-test-"));
  const counts = join(folder, "counts.json");
  const reporters = ["--reporter=default", "--reporter=./tools/check/count-tests.mjs"];
  const command = [node, "node_modules/vitest/vitest.mjs", "run", ...reporters, ...args];
  const { code, output, seconds } = await runTool(command, {
    env: { ...env, TEST_COUNTS_FILE: counts, NO_COLOR: "1" },
    echo: true,
    timeoutMs: limitMs,
  });
  const nothing = { files: [], outside: [], running: [] };
  const { files, outside, running } = existsSync(counts) ? JSON.parse(readFileSync(counts, "utf8")) : nothing;
  rmSync(folder, { recursive: true });
  if (code === 0) return { files, outside, seconds };
  outside.push(...running.map((file) => `${file}: was running when the run ended`));
  if (output.endsWith(`stopped after ${limitMs / 1000} s`)) outside.push(`vitest: was ended after ${limitMs / 1000} s`);
  const isTold = outside.length > 0 || files.some(({ failed }) => failed.length > 0);
  return { files, outside: isTold ? outside : [`vitest ended with ${code}`], seconds };
}

/** @param {import("./run-vitest.mjs").TestRun} run */
export function summaryOfRun({ files, outside }) {
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: [...files.flatMap(({ name, failed }) => failed.map(({ title }) => `${name}: ${title}`)), ...outside],
    skipped: files.flatMap(({ name, skipped }) => skipped.map((title) => `${name}: ${title}`)),
  };
}
