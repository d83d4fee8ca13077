/** Installs dependencies when the lock file names something that is not there; takes milliseconds when all is well. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const installedList = `${root}node_modules/.package-lock.json`;

export function installWhatIsMissing() {
  if (isComplete()) return;
  console.log("Installing dependencies (npm ci) ...");
  // The build needs development tools, whatever NODE_ENV says; what was fetched once is not asked for again, since the lock
  // file names it by its bytes. npm is a script on Windows and has to be run by the shell there.
  const { status } = spawnSync(
    "npm",
    ["ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) {
    console.error("npm ci failed; see above.");
    process.exit(1);
  }
}

function isComplete() {
  if (!existsSync(installedList)) return false;
  const installed = JSON.parse(readFileSync(installedList, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.includes("node_modules/") || link || optional || installed[path]?.version === version,
  );
}
