/**
 * Table of the proofs, and of the product's files that each covers. `npm run prove -- --changed` runs the proofs that
 * cover changed files. Globs are git's, and braces besides.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** Files of start-up, configuration and everything that answers of the API share. */
const serverGlobs = ["apps/api/src/*.ts", "apps/api/src/platform/**", "apps/api/migrations/**"];
const moduleGlobs = ["apps/api/src/modules/**"];
const eventGlobs = ["apps/api/src/platform/{events,streams}/**", "apps/api/src/modules/dashboard/**"];
const documentationGlobs = ["apps/docs/**", "openapi.yaml"];
const appGlobs = "packages/{app,client,ui}/**";

/** Globs that a vitest file covers, where its folder does not say so. */
const coveredGlobsByPrefix = {
  "e2e/docs-": documentationGlobs,
  "e2e/driver-": ["apps/driver/**", "e2e/driver/**", appGlobs],
  "e2e/": ["apps/console/**", "e2e/screens/**", appGlobs],
  "apps/api/src/fail-over": ["apps/api/src/platform/{database,events,postgres}/**"],
  "apps/api/src/full-disk": ["apps/api/src/platform/{files,http,postgres}/**", "apps/api/src/modules/assets/**"],
  "apps/api/src/imports": ["apps/api/src/modules/imports/**", "apps/api/src/platform/background/**"],
  "apps/api/src/main": ["apps/api/src/*.ts", "apps/api/src/platform/process/**"],
  "apps/api/src/openapi-tools": ["packages/contract/**", "openapi.yaml", "tools/openapi/**", ...moduleGlobs],
  "apps/api/src/partner-events": [
    "apps/api/src/modules/{connectors,oeamtc,queued-events,sync,webhooks}/**",
    "apps/api/src/platform/{background,events}/**",
  ],
  "apps/api/src/slow-readers": ["apps/api/src/platform/http/**", ...eventGlobs],
  "apps/api/src/uploads": ["apps/api/src/modules/assets/**", "apps/api/src/platform/{files,http}/**"],
  "apps/api/src/webhooks": ["apps/api/src/modules/webhooks/**", "apps/api/src/platform/{background,egress,events}/**"],
  "apps/docs/": documentationGlobs,
  "tools/simulate/": ["tools/simulate/**", "packages/client/**", ...serverGlobs, ...moduleGlobs],
};

/** Files of a start, which depends on Node, on the build and on every dependency. */
const startGlobs = ["package.json", "package-lock.json", "tools/*.mjs", "apps/api/src/*.ts"];
/** Proofs that are whole programs; each ends with `N passed, N failed`, or tells by its exit code. */
const commandProofs = [
  { name: "node-22", command: ["node", "tools/prove/other-nodes.mjs", "22"], covers: startGlobs },
  { name: "node-24", command: ["node", "tools/prove/other-nodes.mjs", "24"], covers: startGlobs },
  {
    name: "docs-samples",
    command: ["npm", "run", "docs:samples"],
    covers: [...documentationGlobs, "packages/contract/**"],
  },
  { name: "lighthouse", command: ["npm", "run", "lighthouse"], covers: documentationGlobs },
  {
    name: "simulated-day",
    command: ["npm", "run", "simulate", "--", "--cases", "500", "--speed", "120"],
    covers: ["tools/simulate/**", ...serverGlobs, ...moduleGlobs],
  },
];

/** Proofs that are files of vitest: those that git knows or would add. */
const proofFiles = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.prove.test.ts"],
  {
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));

const coveredPrefixOf = (file) => Object.keys(coveredGlobsByPrefix).find((place) => file.startsWith(place));
/** Row of a proof: a file of the API, of a module or of a package covers the folder that it lies in. */
const proofRowOf = (file) => ({
  name: file.replace(/^(?!e2e\/).*\//, "").replace(".prove.test.ts", ""),
  file,
  project: file.startsWith("e2e/") ? "prove-journey" : "prove",
  covers: [file, ...(coveredGlobsByPrefix[coveredPrefixOf(file)] ?? [`${dirname(file)}/**`])],
});

/** Expands the braces of a glob, which git does not know. */
function expandBraces(glob) {
  const [braces, choices] = /[{](.*?)[}]/.exec(glob) ?? [];
  return braces ? choices.split(",").flatMap((choice) => expandBraces(glob.replace(braces, choice))) : [glob];
}

const proofRows = [...proofFiles.map(proofRowOf), ...commandProofs];

/** @type {readonly import("./proofs.mjs").Proof[]} */
export const proofs = proofRows.map((row) => ({ ...row, covers: [...new Set(row.covers.flatMap(expandBraces))] }));

/** Command that a person types to repeat the same run. */
export function repeatCommandOf({ file, project, command }, seed) {
  return file ? `SEED=${seed} npx vitest run --project ${project} ${file}` : command.join(" ");
}
