/**
 * Starts a thread, or a process with the file as its argument, from TypeScript, where nothing was built: in tests and tools. Bundled, which takes a tenth of the time that
 * translating file by file would, and kept beside the dependencies, so that they are found from there.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";
import { buildSync } from "esbuild";

const repositoryRoot = new URL("../../../../../", import.meta.url);
const bundleFolder = fileURLToPath(new URL("node_modules/.cache/leitstand/threads/", repositoryRoot));

const { outputFiles } = buildSync({
  entryPoints: [workerData === null ? process.argv[2] : fileURLToPath(workerData.source)],
  write: false,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  // Our own packages are TypeScript, which Node does not load as packages.
  alias: Object.fromEntries(
    ["contract", "geo", "geocoder"].map((name) => [
      `@leitstand/${name}`,
      fileURLToPath(new URL(`packages/${name}/src`, repositoryRoot)),
    ]),
  ),
  logLevel: "error",
});
const [{ contents }] = outputFiles;
const bundleFile = `${bundleFolder}${createHash("sha256").update(contents).digest("hex")}.mjs`;
if (!existsSync(bundleFile)) {
  mkdirSync(bundleFolder, { recursive: true });
  const draft = `${bundleFile}.${randomUUID()}`;
  writeFileSync(draft, contents);
  renameSync(draft, bundleFile);
}
await import(pathToFileURL(bundleFile).href);
