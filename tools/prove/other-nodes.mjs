import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTool } from "../check/run-tool.mjs";
import { runVitest, summaryOfRun } from "../check/run-vitest.mjs";

/** Tests that depend on Node: the server, its tools and the client. The rest of the rule tests is arithmetic. */
const nodeDependentTests = ["--project", "rule", "apps/api", "packages/client", "packages/contract", "tools"];
/** Tests of threads, processes and limits of memory, in which releases of Node differ. */
const processTests = [
  "--project",
  "api",
  "apps/api/src/modules/assets",
  "apps/api/src/modules/documents",
  "apps/api/src/platform",
];

/**
 * Starts the product and runs its quick tests under another release of Node, from the package `node` of the registry.
 */
async function testOtherNodeRelease(major) {
  const folder = mkdtempSync(join(tmpdir(), `leitstand-node-${major}-`));
  try {
    const install = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", `node@${major}`];
    const { output } = await runTool(install, { timeoutMs: 120_000 });
    const node = join(folder, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
    if (!existsSync(node)) {
      console.log(output);
      return { passed: 0, failed: [`Node ${major} could not be installed`] };
    }
    const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
    const started = await startProductOnce(node, { folder, env });
    const start = { passed: started ? 1 : 0, failed: started ? [] : [`starting the product under Node ${major}`] };
    const parts = [start];
    for (const tests of [nodeDependentTests, processTests])
      parts.push(summaryOfRun(await runVitest(tests, { node, env })));
    return { passed: parts.reduce((sum, part) => sum + part.passed, 0), failed: parts.flatMap((part) => part.failed) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the product in an empty directory, waits for the first answer, and stops it in order. */
async function startProductOnce(node, { folder, env }) {
  const port = await findFreePort();
  const ask = `
    const { spawn } = require("node:child_process");
    const server = spawn(process.execPath, ["tools/start.mjs"], { stdio: ["ignore", "pipe", "inherit"] });
    server.stdout.on("data", async (text) => {
      process.stdout.write(text);
      if (!String(text).includes("Ready at")) return;
      const { status } = await fetch("http://127.0.0.1:${port}/readyz");
      console.log("answered " + status + " on Node " + process.version);
      server.kill("SIGTERM");
    });
    server.on("exit", (code) => console.log("ended with " + code));`;
  const settings = { PORT: String(port), METRICS_PORT: "off", DOCS_PORT: "off", DEMONSTRATION: "off" };
  const { output } = await runTool([node, "-e", ask], {
    env: { ...env, ...settings, DATA_DIR: join(folder, "data"), LOG_LEVEL: "warn" },
    timeoutMs: 180_000,
  });
  const isSound = /answered 200/.test(output) && /ended with 0/.test(output);
  console.log(isSound ? `  starts, answers and stops under ${/Node (v\S+)/.exec(output)?.[1]}` : output);
  return isSound;
}

/** Asks the system for a free port. */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const { passed, failed } = await testOtherNodeRelease(process.argv[2]);
for (const title of failed) console.log(`  ${title}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
