/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out, as it does when it finds them
 * neither installed nor in the registry at hand (npm/cli issue 4828). Without them `npm ci` refuses the file everywhere.
 * Run after `npm install`; with `--check` nothing is written and an incomplete file is a failure.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const SYSTEMS = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

const lock = JSON.parse(readFileSync(file, "utf8"));
const missing = findMissing(lock.packages);
const names = Object.keys(missing);

if (process.argv.includes("--check")) {
  for (const name of names) console.error(`package-lock.json lacks ${name}; run node tools/complete-lock.mjs.`);
  process.exitCode = names.length === 0 ? 0 : 1;
} else if (names.length > 0) {
  const [[root, own], ...others] = Object.entries({ ...lock.packages, ...missing });
  others.sort(([a], [b]) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries([[root, own], ...others]);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${names.length} packages of other platforms added to package-lock.json.`);
}

function findMissing(packages) {
  const added = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, path, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
      added[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
    }
  }
  return added;
}

/**
 * Whether a package is locked, looked for as Node does: beside the package that asks and then in every folder above.
 */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.replace(/(^|\/)[^/]*$/, "")) {
    if (packages[`${folder}${folder === "" ? "" : "/"}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

/** Platform of a package, which such packages carry in their name: `@oxlint/binding-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc = { musl: "musl", gnu: "glibc" }[words.at(-1)];
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}
