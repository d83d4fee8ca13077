/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out, as it does when it finds them
 * neither installed nor in the registry at hand (npm/cli issue 4828). Without them `npm ci` refuses the file everywhere.
 * Run after `npm install`; with `--check` nothing is written and an incomplete file is a failure.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const lockFile = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const OPERATING_SYSTEMS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSOR_TYPES = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

const lockContent = JSON.parse(readFileSync(lockFile, "utf8"));
const missingPackages = findMissingPackages(lockContent.packages);
const missingNames = Object.keys(missingPackages);

if (process.argv.includes("--check")) {
  for (const name of missingNames) console.error(`package-lock.json lacks ${name}; run node tools/complete-lock.mjs.`);
  process.exitCode = missingNames.length === 0 ? 0 : 1;
} else if (missingNames.length > 0) {
  const [[root, own], ...others] = Object.entries({ ...lockContent.packages, ...missingPackages });
  others.sort(([a], [b]) => a.localeCompare(b, "en"));
  lockContent.packages = Object.fromEntries([[root, own], ...others]);
  writeFileSync(lockFile, `${JSON.stringify(lockContent, null, 2)}\n`);
  console.log(`${missingNames.length} packages of other platforms added to package-lock.json.`);
}

function findMissingPackages(packages) {
  const added = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isPackageLocked(packages, path, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
      added[`node_modules/${name}`] = { version, ...platformOfPackage(name), ...(dev && { dev }), optional: true };
    }
  }
  return added;
}

/**
 * Whether a package is locked, looked for as Node does: beside the package that asks and then in every folder above.
 */
function isPackageLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.replace(/(^|\/)[^/]*$/, "")) {
    if (packages[`${folder}${folder === "" ? "" : "/"}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

/** Platform of a package of native code, whose name contains it: `@oxlint/binding-linux-x64-musl`. */
function platformOfPackage(name) {
  const words = name.split(/[/-]/);
  const os = OPERATING_SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSOR_TYPES.find((processor) => words.includes(processor));
  const libc = { musl: "musl", gnu: "glibc" }[words.at(-1)];
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}
