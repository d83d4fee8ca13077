/**
 * `npm test`, the gate: installs what is missing, runs every check and every test that only a fault can fail, and ends
 * with `N passed, N failed`. Tests that explore, endure, measure or need other programs belong to `npm run prove`.
 */
import { fileURLToPath } from "node:url";
import { runChecks } from "./check.mjs";
import { runVitest, summaryOf } from "./check/run-vitest.mjs";
import { lookAgain } from "./check/second-look.mjs";
import { startTestServer } from "./check/test-server.mjs";
import { installWhatIsMissing } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
await installWhatIsMissing();

const projects = ["rule", "component", "api", "journey"];

console.log("\nChecks");
const checks = await runChecks();
console.log("\nTests");
const given = process.env.TEST_DATABASE_URL !== undefined;
const server = given ? undefined : await startTestServer();
console.log(server?.version ?? `PostgreSQL: ${given ? "as given" : "embedded"}`);
const env = server ? { TEST_DATABASE_URL: server.url } : {};
const first = await runVitest(
  projects.map((project) => `--project=${project}`),
  { env },
);
const { run, unstable } = await lookAgain(first, ({ name, project }) => {
  console.log(`\nA second look at ${name}, alone`);
  return runVitest([`--project=${project}`, "--maxWorkers=1", name], { env });
});
await server?.stop();
const tests = summaryOf(run);

const slowest = run.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15);
list(
  "slowest files",
  slowest.map(({ name, seconds }) => `${seconds.toFixed(0).padStart(4)} s  ${name}`),
);
list("skipped", tests.skipped);
for (const { name, failed } of unstable) {
  console.log(`\nunstable: ${name}`);
  for (const { title, error } of failed)
    console.log(`  failed in the whole run, passed alone: ${title}\n${indent(error)}`);
}
const failed = [...checks.failed, ...tests.failed];
list("failed", failed);
console.log(`\n${checks.passed + tests.passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

function list(title, lines) {
  if (lines.length > 0) console.log([`\n${lines.length} ${title}`, ...lines.map((line) => `  ${line}`)].join("\n"));
}

function indent(text) {
  return text.replace(/^/gm, "    ");
}
