/** `npm run check`: all rules that a tool can check. One line per tool; the full output of a failing one. */
import { fileURLToPath } from "node:url";
import { runTool } from "./check/run-tool.mjs";

const localProgram = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

/** Two lanes, because two cores are what we count on; the long tools first in each. */
const checkLanes = [
  [
    {
      // Types are checked by the program that the lint has read anyway: a run of tsc beside it took 40 seconds of a core.
      name: "lint and types",
      command: [localProgram("oxlint"), "--type-aware", "--type-check", "--report-unused-disable-directives"],
    },
    { name: "operations", command: [localProgram("tsx"), "tools/check-operations.ts"] },
    {
      name: "openapi lint",
      command: [localProgram("redocly"), "lint", "openapi.yaml"],
      env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  ],
  [
    {
      name: "boundaries",
      command: [
        process.execPath,
        "--import=./tools/check/parse-tsx.mjs",
        "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
        "--config",
        ".dependency-cruiser.cjs",
        "--output-type",
        "err-long",
        "apps",
        "packages",
        "tools",
      ],
    },
    { name: "ownership", command: [process.execPath, "tools/check/ownership.mjs"] },
    { name: "dead code", command: [localProgram("knip"), "--no-progress"] },
    { name: "generated files", command: [localProgram("tsx"), "tools/generate.ts", "--check"] },
    { name: "format", command: [localProgram("biome"), "format", "--reporter=summary"] },
    { name: "lock file", command: [process.execPath, "tools/complete-lock.mjs", "--check"] },
    { name: "words", command: [process.execPath, "tools/check/words.mjs"] },
    { name: "voice", command: [process.execPath, "tools/check/voice.mjs"] },
    { name: "hygiene", command: [process.execPath, "tools/check/hygiene.mjs"] },
  ],
];

/** Runs every tool and prints as it goes; returns how many passed, and the names of those that failed. */
export async function runChecks() {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  const results = (await Promise.all(checkLanes.map(runCheckLane))).flat();
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`);
  return { passed: results.length - failed.length, failed };
}

async function runCheckLane(tools) {
  const results = [];
  for (const tool of tools) results.push(await runCheckTool(tool));
  return results;
}

async function runCheckTool({ name, command, env }) {
  const { code, output, seconds } = await runTool(command, { env: { ...env, NO_COLOR: "1" } });
  const passed = code === 0;
  console.log(`${passed ? "ok  " : "FAIL"}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`);
  if (!passed) console.log(output.replace(/^/gm, "      "));
  return { name, passed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
