/** Installs dependencies when the lock file names a missing one; takes milliseconds otherwise. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runStepWithProgress } from "./progress.mjs";
import { usualSeconds } from "./usual-seconds.mjs";

const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const installedList = `${repositoryRoot}node_modules/.package-lock.json`;

const INSTALL_LABEL = "Installing dependencies (npm ci)";

export async function installPackagesIfMissing() {
  if (arePackagesInstalled()) return;
  const { code, faults } = await runStepWithProgress(INSTALL_LABEL, usualSeconds("install"), runNpmCi);
  if (code === 0) return;
  console.error(faults.trimEnd());
  console.error("npm ci failed; see above.");
  process.exit(1);
}

/**
 * Installs with development tools, which the build needs whatever NODE_ENV says; fetched packages are not asked for
 * again, since the lock file names them by their bytes.
 */
async function runNpmCi() {
  const arguments_ = [
    "ci",
    "--include=dev",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--loglevel=error",
  ];
  // npm is a script on Windows and has to be run by the shell there.
  const shell = process.platform === "win32";
  const npm = spawn("npm", arguments_, { cwd: repositoryRoot, stdio: ["ignore", "ignore", "pipe"], shell });
  let faults = "";
  npm.stderr.on("data", (chunk) => (faults += chunk));
  const code = await new Promise((resolve) => {
    npm.on("close", resolve);
    npm.on("error", (error) => {
      faults += `${error.message}\n`;
      resolve(1);
    });
  });
  return { code, faults };
}

export function arePackagesInstalled() {
  if (!existsSync(installedList)) return false;
  const installed = JSON.parse(readFileSync(installedList, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(`${repositoryRoot}package-lock.json`, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.includes("node_modules/") || link || optional || installed[path]?.version === version,
  );
}
