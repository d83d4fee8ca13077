/**
 * `node tools/check/complete-lock.mjs` names in the lock file the binaries of other platforms that npm left out, because
 * the registry in use does not carry them. `npm ci` refuses a lock file without them, on every platform.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const platform =
  /(android|darwin|linux|win32|freebsd|openharmony)-(arm64|arm|x64|ia32|ppc64|s390x|riscv64)(?:-(\w+))?$/;

/** Optional packages that others ask for at one exact version and the lock file does not name. */
export function findMissing(packages) {
  const known = Object.keys(packages);
  const isKnown = (name) => known.some((path) => path.endsWith(`node_modules/${name}`));
  return Object.values(packages).flatMap((parent) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isKnown(name))
      .map(([name, version]) => ({ name, version, dev: parent.dev })),
  );
}

/** Which machine the package is for follows from its name; npm needs to know, or it installs it everywhere. */
function entryOf({ name, version, dev }) {
  const [, os, cpu, abi = ""] = platform.exec(name) ?? [];
  if (os === undefined || !/^\d/.test(version))
    throw new Error(`${name} ${version}: run npm install where it can be had`);
  const libc = os === "linux" && abi !== "" ? { libc: [abi.startsWith("musl") ? "musl" : "glibc"] } : {};
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), ...libc, optional: true, os: [os] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const missing = findMissing(lock.packages);
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = entryOf(one);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  if (missing.length > 0) {
    writeFileSync(
      "package-lock.json",
      `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
    );
  }
  console.log(`${missing.length} added`);
}
