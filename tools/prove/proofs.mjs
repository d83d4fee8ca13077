/**
 * Table of the proofs, and of the product's files that each covers. `npm run prove -- --changed` runs the proofs that
 * cover changed files. Globs are git's, and braces besides.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** Files of start-up, configuration and everything that answers of the API share. */
const server = ["apps/api/src/*.ts", "apps/api/src/platform/**", "apps/api/migrations/**"];
const modules = ["apps/api/src/modules/**"];
const events = ["apps/api/src/platform/{events,streams}/**", "apps/api/src/modules/dashboard/**"];
const documentation = ["apps/docs/**", "openapi.yaml"];
const apps = "packages/{app,client,ui}/**";

/** Globs that a vitest file covers, where its folder does not say so. */
const coveredBy = {
  "e2e/docs-": documentation,
  "e2e/driver-": ["apps/driver/**", "e2e/driver/**", apps],
  "e2e/": ["apps/console/**", "e2e/screens/**", apps],
  "apps/api/src/fail-over": ["apps/api/src/platform/{database,events,postgres}/**"],
  "apps/api/src/full-disk": ["apps/api/src/platform/{files,http,postgres}/**", "apps/api/src/modules/assets/**"],
  "apps/api/src/imports": ["apps/api/src/modules/imports/**", "apps/api/src/platform/background/**"],
  "apps/api/src/main": ["apps/api/src/*.ts", "apps/api/src/platform/process/**"],
  "apps/api/src/openapi-tools": ["packages/contract/**", "openapi.yaml", "tools/openapi/**", ...modules],
  "apps/api/src/partner-events": [
    "apps/api/src/modules/{connectors,oeamtc,queued-events,sync,webhooks}/**",
    "apps/api/src/platform/{background,events}/**",
  ],
  "apps/api/src/slow-readers": ["apps/api/src/platform/http/**", ...events],
  "apps/api/src/uploads": ["apps/api/src/modules/assets/**", "apps/api/src/platform/{files,http}/**"],
  "apps/api/src/webhooks": ["apps/api/src/modules/webhooks/**", "apps/api/src/platform/{background,egress,events}/**"],
  "apps/docs/": documentation,
  "tools/simulate/": ["tools/simulate/**", "packages/client/**", ...server, ...modules],
};

/** Files of a start, which depends on Node, on the build and on every dependency. */
const start = ["package.json", "package-lock.json", "tools/*.mjs", "apps/api/src/*.ts"];
/** Proofs that are whole programs; each ends with `N passed, N failed`, or tells by its exit code. */
const commands = [
  { name: "node-22", command: ["node", "tools/prove/other-nodes.mjs", "22"], covers: start },
  { name: "node-24", command: ["node", "tools/prove/other-nodes.mjs", "24"], covers: start },
  { name: "docs-samples", command: ["npm", "run", "docs:samples"], covers: [...documentation, "packages/contract/**"] },
  { name: "lighthouse", command: ["npm", "run", "lighthouse"], covers: documentation },
  {
    name: "simulated-day",
    command: ["npm", "run", "simulate", "--", "--cases", "500", "--speed", "120"],
    covers: ["tools/simulate/**", ...server, ...modules],
  },
];

/** Proofs that are files of vitest: those that git knows or would add. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.prove.test.ts"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));

const placeOf = (file) => Object.keys(coveredBy).find((place) => file.startsWith(place));
/** Row of a proof: a file of the API, of a module or of a package covers the folder that it lies in. */
const rowOf = (file) => ({
  name: file.replace(/^(?!e2e\/).*\//, "").replace(".prove.test.ts", ""),
  file,
  project: file.startsWith("e2e/") ? "prove-journey" : "prove",
  covers: [file, ...(coveredBy[placeOf(file)] ?? [`${dirname(file)}/**`])],
});

/** Expands the braces of a glob, which git does not know. */
function expand(glob) {
  const [braces, choices] = /[{](.*?)[}]/.exec(glob) ?? [];
  return braces ? choices.split(",").flatMap((choice) => expand(glob.replace(braces, choice))) : [glob];
}

const rows = [...files.map(rowOf), ...commands];

/** @type {readonly import("./proofs.mjs").Proof[]} */
export const proofs = rows.map((row) => ({ ...row, covers: [...new Set(row.covers.flatMap(expand))] }));

/** Command that a person types to repeat the same run. */
export function commandOf({ file, project, command }, seed) {
  return file ? `SEED=${seed} npx vitest run --project ${project} ${file}` : command.join(" ");
}
