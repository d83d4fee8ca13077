/**
 * Starts a thread, or a process with the file as its argument, from TypeScript, where nothing was built: in tests and
 * tools. Bundled, which takes a tenth of the time that translating file by file would, and kept beside the
 * dependencies, so that they are found from there. The bundle serves every start until one of its files changes.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";

const repositoryRoot = fileURLToPath(new URL("../../../../../", import.meta.url));
const bundleFolder = join(repositoryRoot, "node_modules/.cache/leitstand/threads");
const entryPoint = workerData === null ? process.argv[2] : fileURLToPath(workerData.source);

const hashOf = (content) => createHash("sha256").update(content).digest("hex");
/** File with the name of the last bundle of this entry point, and the state of each file in it. */
const recordFile = join(bundleFolder, `${hashOf(entryPoint)}.json`);

/** State of a file that changes with its content; undefined for one that does not exist. */
function stateOf(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.mtimeMs} ${stats.size}`;
}

function findKeptBundle() {
  try {
    const { bundleFile, states } = JSON.parse(readFileSync(recordFile, "utf8"));
    const isCurrent = Object.entries(states).every(([file, state]) => stateOf(file) === state);
    return isCurrent && stateOf(bundleFile) !== undefined ? bundleFile : undefined;
  } catch {
    return undefined; // There is none yet.
  }
}

async function makeBundle() {
  const { buildSync } = await import("esbuild");
  const begunAt = Date.now();
  const { outputFiles, metafile } = buildSync({
    entryPoints: [entryPoint],
    absWorkingDir: repositoryRoot,
    write: false,
    metafile: true,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    // Our own packages are TypeScript, which Node does not load as packages.
    alias: Object.fromEntries(
      ["contract", "geo", "geocoder"].map((name) => [
        `@leitstand/${name}`,
        join(repositoryRoot, `packages/${name}/src`),
      ]),
    ),
    logLevel: "error",
  });
  const files = [
    fileURLToPath(import.meta.url),
    ...Object.keys(metafile.inputs).map((file) => join(repositoryRoot, file)),
  ];
  const [{ contents }] = outputFiles;
  const bundleFile = join(bundleFolder, `${hashOf(contents)}.mjs`);
  mkdirSync(bundleFolder, { recursive: true });
  if (stateOf(bundleFile) === undefined) writeWhole(bundleFile, contents);
  const states = Object.fromEntries(files.map((file) => [file, stateOf(file)]));
  // A file that was saved meanwhile may be in the bundle as it was before.
  if (files.every((file) => statSync(file).mtimeMs < begunAt))
    writeWhole(recordFile, JSON.stringify({ bundleFile, states }));
  return bundleFile;
}

/** Writes a file so that others never read half of it. */
function writeWhole(file, content) {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

await import(pathToFileURL(findKeptBundle() ?? (await makeBundle())).href);
