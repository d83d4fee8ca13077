/**
 * `npm test`, the gate: installs what is missing, runs every check and every test that only a fault can fail, and ends
 * with `N passed, N failed`. Tests that explore, endure, measure or need other programs belong to `npm run prove`.
 */
import { fileURLToPath } from "node:url";
import { runChecks } from "./check.mjs";
import { runVitest, summaryOfRun } from "./check/run-vitest.mjs";
import { rerunFailedFiles } from "./check/second-look.mjs";
import { startTestServer } from "./check/test-server.mjs";
import { installPackagesIfMissing } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
await installPackagesIfMissing();

const testProjects = ["rule", "component", "api", "journey"];

console.log("\nChecks");
const checkResults = await runChecks();
console.log("\nTests");
const hasGivenDatabase = process.env.TEST_DATABASE_URL !== undefined;
const testServer = hasGivenDatabase ? undefined : await startTestServer();
console.log(testServer?.version ?? `PostgreSQL: ${hasGivenDatabase ? "as given" : "embedded"}`);
const databaseEnvironment = testServer ? { TEST_DATABASE_URL: testServer.url } : {};
const firstRun = await runVitest(
  testProjects.map((project) => `--project=${project}`),
  { env: databaseEnvironment },
);
const { run, unstable } = await rerunFailedFiles(firstRun, ({ name, project }) => {
  console.log(`\nA second look at ${name}, alone`);
  return runVitest([`--project=${project}`, "--maxWorkers=1", name], { env: databaseEnvironment });
});
await testServer?.stop();
const testSummary = summaryOfRun(run);

const slowestFiles = run.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15);
printList(
  "slowest files",
  slowestFiles.map(({ name, seconds }) => `${seconds.toFixed(0).padStart(4)} s  ${name}`),
);
printList("skipped", testSummary.skipped);
for (const { name, failed } of unstable) {
  console.log(`\nunstable: ${name}`);
  for (const { title, error } of failed)
    console.log(`  failed in the whole run, passed alone: ${title}\n${indentLines(error)}`);
}
const failedNames = [...checkResults.failed, ...testSummary.failed];
printList("failed", failedNames);
console.log(`\n${checkResults.passed + testSummary.passed} passed, ${failedNames.length} failed`);
process.exitCode = failedNames.length === 0 ? 0 : 1;

function printList(title, lines) {
  if (lines.length > 0) console.log([`\n${lines.length} ${title}`, ...lines.map((line) => `  ${line}`)].join("\n"));
}

function indentLines(text) {
  return text.replace(/^/gm, "    ");
}
