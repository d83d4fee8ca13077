/**
 * Starts a thread, or a process with the file as its argument, from TypeScript, where nothing was built: in tests and tools. Bundled, which takes a tenth of the time that
 * translating file by file would, and kept beside the dependencies, so that they are found from there.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";
import { buildSync } from "esbuild";

const root = new URL("../../../../../", import.meta.url);
const folder = fileURLToPath(new URL("node_modules/.cache/leitstand/threads/", root));

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
      fileURLToPath(new URL(`packages/${name}/src`, root)),
    ]),
  ),
  logLevel: "error",
});
const [{ contents }] = outputFiles;
const file = `${folder}${createHash("sha256").update(contents).digest("hex")}.mjs`;
if (!existsSync(file)) {
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}
await import(pathToFileURL(file).href);
