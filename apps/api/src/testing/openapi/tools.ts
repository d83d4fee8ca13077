import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Folder of the tools that integrators read openapi.yaml with. Installed only when a test asks for them: work on the
 * product needs none.
 */
export const openApiToolsFolder = fileURLToPath(new URL("../../../../../tools/openapi/", import.meta.url));
const installedStampFile = `${openApiToolsFolder}node_modules/.installed`;

export function installOpenApiTools() {
  const lock = readFileSync(`${openApiToolsFolder}package-lock.json`, "utf8");
  if (readIfExists(installedStampFile) === lock) return;
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status, stderr } = spawnSync("npm", ["ci", ...options], { cwd: openApiToolsFolder, encoding: "utf8" });
  if (status !== 0) throw new Error(`The tools that read openapi.yaml could not be installed:\n${stderr}`);
  writeFileSync(installedStampFile, lock);
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Loads one of the tools; its types are ours, as far as we use it. */
export const loadOpenApiTool = <T>(name: string): T => createRequire(openApiToolsFolder)(name) as T;
