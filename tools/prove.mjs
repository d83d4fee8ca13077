/**
 * `npm run prove`: what explores, endures and measures, one row for each proof, and at the end a table with the command that
 * repeats each of them.
 *
 *     npm run prove                      # all of them
 *     npm run prove -- --only crash      # those whose name contains this; may be given several times, or with commas
 *     npm run prove -- --changed [REV]   # those that cover a file that has changed since REV (HEAD unless given)
 *     npm run prove -- --from outage     # this one and those that --list names after it, as after an interruption
 *     npm run prove -- --list
 *
 * What has ended when Ctrl-C comes is in the table as well. SEED=N makes all that is drawn repeatable; without it a seed is drawn and named in the command.
 */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { buildChangedParts } from "./build.mjs";
import { runTool } from "./check/run-tool.mjs";
import { runVitest, summaryOfRun } from "./check/run-vitest.mjs";
import { installPackagesIfMissing } from "./install.mjs";
import { describeUnknownProofName } from "./prove/proof-names.mjs";
import { repeatCommandOf, proofs } from "./prove/proofs.mjs";
import { parseCommandLine, exitWithUsageError } from "./read-options.mjs";

/** Limit of one proof: the longest, three days of a phone without network, takes a quarter of an hour. */
const PROOF_LIMIT_MS = 60 * 60_000;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { values, positionals } = parseCommandLine({
  options: {
    only: { type: "string", multiple: true },
    from: { type: "string" },
    changed: { type: "boolean" },
    list: { type: "boolean" },
  },
  allowPositionals: true,
});
const [surplus] = positionals.slice(values.changed ? 1 : 0);
if (surplus !== undefined)
  exitWithUsageError(`What is ${surplus}? For the proofs whose name contains it: --only ${surplus}`);
const selectedNames = values.only?.flatMap((names) => names.split(","));
const proofNames = proofs.map(({ name }) => name);
const unknownName = describeUnknownProofName(
  [...(selectedNames ?? []), ...(values.from === undefined ? [] : [values.from])],
  proofNames,
);
if (unknownName !== undefined) exitWithUsageError(unknownName);
const proofSeed = process.env.SEED ?? String(randomInt(1, 1_000_000));

const chosenProofs = proofs.slice(proofNames.findIndex((name) => name.includes(values.from ?? ""))).filter(isChosen);
if (values.list) {
  for (const proof of chosenProofs) console.log(`${proof.name.padEnd(28)} ${repeatCommandOf(proof, proofSeed)}`);
} else {
  await installPackagesIfMissing();
  // Otherwise every row with a browser would begin to build the documentation, and end the build with itself.
  if (chosenProofs.some(({ project }) => project === "prove-journey")) await buildChangedParts();
  const rows = [];
  // The table of results is also printed when the run is stopped early.
  process.once("exit", () => printResults(rows));
  // Proofs still running at that moment have no result.
  let isEnding = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => (isEnding = true));
  for (const proof of chosenProofs) {
    const row = await runProof(proof);
    if (isEnding) break;
    rows.push(row);
    console.log(resultLineOf(row));
  }
  process.exitCode = rows.every(({ failed }) => failed.length === 0) ? 0 : 1;
}

function isChosen({ name, covers }) {
  if (selectedNames && !selectedNames.some((part) => name.includes(part))) return false;
  return !values.changed || hasCoverageChanged(covers);
}

/** Git itself understands the globs. */
function hasCoverageChanged(covers) {
  const globs = covers.map((glob) => `:(glob)${glob}`);
  const since = positionals[0] ?? "HEAD";
  const changed = execFileSync("git", ["diff", "--name-only", since, "--", ...globs], { encoding: "utf8" });
  const added = execFileSync("git", ["ls-files", "--others", "--exclude-standard", "--", ...globs], {
    encoding: "utf8",
  });
  return `${changed}${added}`.trim() !== "";
}

async function runProof(proof) {
  console.log(`\n${proof.name}`);
  const {
    seconds,
    passed,
    failed,
    skipped = [],
  } = proof.file ? await runProofFile(proof) : await runProofCommand(proof);
  return { name: proof.name, seconds, passed, failed, skipped, command: repeatCommandOf(proof, proofSeed) };
}

async function runProofFile({ file, project }) {
  // Raised, because the limit of a file in the gate would end the long ones.
  const env = { SEED: proofSeed, TEST_FILE_LIMIT_S: String(PROOF_LIMIT_MS / 1_000) };
  const run = await runVitest([`--project=${project}`, file], { env, limitMs: PROOF_LIMIT_MS });
  return { ...summaryOfRun(run), seconds: run.seconds };
}

/** Runs a proof by a command, which tells how much of it passed in its last line, or by how it ends. */
async function runProofCommand({ name, command }) {
  const { code, output, seconds } = await runTool(command, {
    env: { SEED: proofSeed },
    echo: true,
    timeoutMs: PROOF_LIMIT_MS,
  });
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output);
  const passed = counts ? Number(counts[1]) : Number(code === 0);
  const failures = counts ? Number(counts[2]) : Number(code !== 0);
  const isToldBadly = code !== 0 && failures === 0;
  return { seconds, passed, failed: Array.from({ length: isToldBadly ? 1 : failures }, () => `${name}: see above`) };
}

function resultLineOf({ name, seconds, passed, failed, skipped, command }) {
  const counts = [seconds.toFixed(0).padStart(7), ...[passed, failed.length].map((count) => String(count).padStart(7))];
  return `${name.padEnd(30)}${counts.join("")}${String(skipped.length).padStart(8)}  ${command}`;
}

function printResults(rows) {
  const head = ["proof".padEnd(30), "seconds", " passed", " failed", " skipped", " command that repeats it"].join("");
  console.log(`\n${[head, ...rows.map(resultLineOf)].join("\n")}`);
  const failed = rows.flatMap((row) => row.failed);
  if (failed.length > 0) console.log(`\nfailed\n${failed.map((title) => `  ${title}`).join("\n")}`);
  console.log(`\n${rows.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`);
  const next = chosenProofs[rows.length];
  if (next) console.log(`${chosenProofs.length - rows.length} were not run; they go on with --from ${next.name}`);
}
