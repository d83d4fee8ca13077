/**
 * Builds the API, the console, the driver app and the documentation site when their sources have changed; takes milliseconds when
 * they have not.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { runChildScript } from "./beside.mjs";
import { writeBuildFailure, writeBuildProgress } from "./build-progress.mjs";
import { runStepWithProgress } from "./progress.mjs";
import { acquireInterprocessLock } from "./take-turn.mjs";
import { storeSecondsOfStep, usualSeconds } from "./usual-seconds.mjs";

const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const apiDistFolder = join(repositoryRoot, "apps/api/dist");
/** Bundle of the server, in a folder beside `src`: `../migrations/` and the dependencies are found from either. */
export const serverBundle = join(apiDistFolder, "main.js");
/** Bundle of the commands of an installation, beside the server. */
export const commandsBundle = join(apiDistFolder, "leitstand.js");
const consoleFolder = join(repositoryRoot, "apps/console");

const docsFolder = join(repositoryRoot, "apps/docs");
const docsBuildFolder = join(docsFolder, "build");
/** Progress of a build of the site, for its visitors: apps/api/src/platform/sites/docs-progress.ts. */
const docsProgressFile = join(docsFolder, ".docusaurus/progress.json");
/** Folder of a new build, within the folder of the site. */
const docsFreshFolder = ".docusaurus/fresh";

const apiSources = [
  "apps/api",
  ...listSourceFolders("packages").filter((name) => name !== "packages/ui" && name !== "packages/app"),
];
const packagesOfApps = ["packages/app", "packages/ui", "packages/client", "packages/contract"];
const sourcesOfApp = (name) => [`apps/${name}`, ...packagesOfApps];
const docsSources = ["apps/docs", "packages/ui", "packages/contract"];

export async function buildChangedParts() {
  await buildProduct();
  await buildDocs();
}

/** Builds everything that users see: the documentation may follow. */
export async function buildProduct() {
  for (const build of [buildApi, buildConsole, buildDriver]) await build();
}

/** Whether `buildProduct` finds nothing to do. */
export const isProductBuilt = () => [API_TARGET, targetOfApp("console"), targetOfApp("driver")].every(isBuilt);

const API_TARGET = {
  name: "server",
  label: "Building the server",
  stamp: join(apiDistFolder, "built-from"),
  sources: apiSources,
};
export const buildApi = () =>
  unlessBuilt(API_TARGET, async () => {
    for (const kept of existsSync(apiDistFolder) ? readdirSync(apiDistFolder) : [])
      if (kept.startsWith("home-places-")) rmSync(join(apiDistFolder, kept), { force: true });
    const { build } = await import("esbuild");
    await build({
      // Threads and processes are files of their own beside the bundle that starts them.
      entryPoints: {
        main: join(repositoryRoot, "apps/api/src/main.ts"),
        leitstand: join(repositoryRoot, "apps/api/src/leitstand.ts"),
        "roads-thread": join(repositoryRoot, "apps/api/src/modules/geo-data/roads-thread.service.ts"),
        "addresses-thread": join(repositoryRoot, "apps/api/src/modules/geo-data/addresses-thread.service.ts"),
        "map-reader-thread": join(repositoryRoot, "apps/api/src/modules/geo-data/map-reader-thread.service.ts"),
        "pdf-thread": join(repositoryRoot, "apps/api/src/modules/documents/pdf-thread.service.ts"),
        "inspection-process": join(repositoryRoot, "apps/api/src/modules/assets/inspection-process.service.ts"),
        "solver-thread": join(repositoryRoot, "packages/optimiser/worker/solver-thread.ts"),
      },
      outdir: apiDistFolder,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20.19",
      sourcemap: true,
      external: externalPackages(),
      logLevel: "error",
    });
  });

const APP_TARGETS = {
  console: { label: "Building the console", title: "The console" },
  driver: { label: "Building the driver app", title: "The driver app" },
};
export const buildConsole = () => buildApp("console");
export const buildDriver = () => buildApp("driver");

const folderOfApp = (name) => join(repositoryRoot, "apps", name);

/** Target of an app. Its stamp lies in the folder that vite empties first: a build cut off or made by hand is repeated. */
function targetOfApp(name) {
  const stamp = join(folderOfApp(name), "dist/.built-from");
  return { name, label: APP_TARGETS[name].label, stamp, sources: sourcesOfApp(name) };
}

const buildApp = (name) =>
  unlessBuilt(targetOfApp(name), async () => {
    await runVite({ name: APP_TARGETS[name].title, folder: folderOfApp(name) });
    await compressFiles(join(folderOfApp(name), "dist"));
  });

async function runVite(app, ...options) {
  const vite = programOf(app.folder, "vite", "bin/vite.js");
  await runBuildScript({ ...app, args: [vite, "build", "--logLevel", "warn", ...options] });
}

const DOCS_TARGET = {
  name: "docs",
  label: "Building the documentation",
  stamp: join(docsBuildFolder, ".built-from"),
  sources: docsSources,
};
/**
 * Builds the site beside the one that may be served in the meantime, and puts it in place when it is complete: pages,
 * their files, and the compressed ones.
 */
export const buildDocs = () =>
  unlessBuilt(DOCS_TARGET, async () => {
    const tellEnd = writeBuildProgress(docsProgressFile, usualSeconds(DOCS_TARGET.name));
    const site = { name: "The documentation", folder: docsFolder };
    const tsx = programOf(repositoryRoot, "tsx", "dist/cli.mjs");
    const docusaurus = programOf(docsFolder, "@docusaurus/core", "bin/docusaurus.mjs");
    await runBuildScript({ ...site, args: [tsx, "steps/prepare.ts"] });
    await runBuildScript({ ...site, args: [docusaurus, "build", "--out-dir", docsFreshFolder] });
    await compressFiles(join(docsFolder, docsFreshFolder));
    swapInNewBuild(join(docsFolder, docsFreshFolder), docsBuildFolder);
    tellEnd();
  });

/**
 * Builds the documentation in a process of its own, which ends with this one; undefined when there is nothing to build.
 * A failed build is reported, here and at the site's address, without further effect.
 */
export function buildDocsInChildProcess({ priority } = {}) {
  if (!areDocsToBuild()) return undefined;
  const script = fileURLToPath(new URL("build-docs.mjs", import.meta.url));
  const build = runChildScript([script], { priority });
  void build.ended.then((failure) => {
    if (failure === undefined) return;
    console.error(`The documentation could not be built: ${failure}. All else goes on.`);
    writeBuildFailure(docsProgressFile);
  });
  return build;
}

function areDocsToBuild() {
  try {
    return !isBuilt(DOCS_TARGET);
  } catch {
    // A folder that cannot be read is for the build to report.
    return true;
  }
}

/** Renames a new build into place in a moment: visitors get the old site or the new one, never half of each. */
function swapInNewBuild(fresh, folder) {
  const old = `${fresh}-old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}

const programOf = (folder, name, path) =>
  join(createRequire(join(folder, "package.json")).resolve(`${name}/package.json`), "..", path);

const GALLERY_TARGET = {
  name: "gallery",
  label: "Building the gallery",
  stamp: join(consoleFolder, "dist-gallery/.built-from"),
  sources: sourcesOfApp("console"),
};
/** Builds the console with its gallery of components, which is not delivered; pictures are taken of it. */
export const buildGallery = () =>
  unlessBuilt(GALLERY_TARGET, () => runVite({ name: "The gallery", folder: consoleFolder }, "--mode", "gallery"));

const SOURCE_FOLDERS = ["src", "messages", "public", "docs", "next", "samples", "static", "steps", "worker", "plugins"];

const isUpToDate = ({ stamp }, wanted) => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
const isBuilt = (target) => isUpToDate(target, fingerprintOfSources(target.sources));

/** Builds unless up to date. The fingerprint is taken before: a file saved during a build is built the next time. */
async function unlessBuilt(target, build) {
  const wanted = fingerprintOfSources(target.sources);
  if (isUpToDate(target, wanted)) return;
  const release = await acquireInterprocessLock(relative(repositoryRoot, dirname(target.stamp)));
  try {
    // Built by another process while this one was waiting.
    if (isUpToDate(target, wanted)) return;
    const startedAt = performance.now();
    await runStepWithProgress(target.label, usualSeconds(target.name), build);
    storeSecondsOfStep(target.name, (performance.now() - startedAt) / 1000);
    writeFileSync(target.stamp, wanted);
  } finally {
    release();
  }
}

/** Runs a build in a process of its own: its memory and threads are gone when the product starts. */
async function runBuildScript({ name, folder, args }) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const end = () => child.kill();
  process.once("exit", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  process.off("exit", end);
  if (code === 0) return;
  console.error(output.trimEnd());
  console.error(`${name} (${relative(repositoryRoot, folder)}) could not be built; see above.`);
  process.exit(1);
}

const COMPRESSED_TYPES = [".html", ".js", ".css", ".svg", ".json", ".map", ".txt", ".md", ".xml", ".yaml", ".atom"];
/** Size below which compression saves no packet. */
const COMPRESSED_BYTES_MIN = 1_024;
const brotliCompressAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Files loaded first on a visit are packed as tightly as can be; all else nearly so: 0.4 % larger than at 9, which
 * takes twenty times as long for each small file, and twice as long as at 11.
 */
const FIRST_LOADED_EXTENSIONS = [".js", ".css"];
const FIRST_LOADED_BYTES_MAX = 1_048_576;
const BROTLI_QUALITY_OF_OTHERS = 8;

/** Compresses files once here, instead of with each request. */
async function compressFiles(folder) {
  await Promise.all(
    listFilesIn(folder).map(async (path) => {
      if (!COMPRESSED_TYPES.includes(extname(path))) return;
      const content = await readFile(path);
      if (content.length < COMPRESSED_BYTES_MIN) return;
      const isFirst = FIRST_LOADED_EXTENSIONS.includes(extname(path)) && content.length <= FIRST_LOADED_BYTES_MAX;
      const quality = isFirst ? constants.BROTLI_MAX_QUALITY : BROTLI_QUALITY_OF_OTHERS;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: quality };
      await Promise.all([
        brotliCompressAsync(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
        gzipAsync(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
      ]);
    }),
  );
}

/** Packages to keep out of the bundle: those of the registry. Our own are TypeScript and go into it. */
function externalPackages() {
  return apiSources.flatMap((path) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(repositoryRoot, path, "package.json"), "utf8"),
    );
    return Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !name.startsWith("@leitstand/"));
  });
}

/** Fingerprint that changes when a source file (no test), a dependency or this file is added, removed or saved. */
function fingerprintOfSources(sources) {
  const hash = createHash("sha256");
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  for (const path of ["package-lock.json", "tools/build.mjs", "openapi.yaml"]) add(join(repositoryRoot, path));
  for (const source of sources) {
    const folder = join(repositoryRoot, source);
    // Files beside the folders count too: the manifest, the page and the configuration of vite.
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isFile()) add(join(folder, entry.name));
    for (const name of SOURCE_FOLDERS) {
      for (const path of listFilesIn(join(folder, name))) if (!/\.test\.tsx?$/.test(path)) add(path);
    }
  }
  return hash.digest("hex");
}

function listFilesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function listSourceFolders(path) {
  return readdirSync(join(repositoryRoot, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(repositoryRoot, path, entry.name, "package.json")))
    .map(({ name }) => `${path}/${name}`);
}
