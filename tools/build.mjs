/** Builds the API and the console when their sources have changed; takes milliseconds when they have not. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "apps/api/dist");
/** In a folder beside `src`, so that `../migrations/` and the dependencies of apps/api are found from either. */
export const bundle = join(dist, "main.js");
const consoleFolder = join(root, "apps/console");
const consoleDist = join(consoleFolder, "dist");

const apiSources = ["apps/api", ...folders("packages").filter((name) => name !== "packages/ui")];
const consoleSources = ["apps/console", "packages/ui", "packages/client", "packages/contract"];

export async function buildWhatHasChanged() {
  await Promise.all([buildApi(), buildConsole()]);
}

export async function buildApi() {
  await unlessBuilt(join(dist, "built-from"), apiSources, async () => {
    console.log("Building ...");
    const { build } = await import("esbuild");
    await build({
      entryPoints: [join(root, "apps/api/src/main.ts")],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20.19",
      sourcemap: true,
      external: externals(),
      logLevel: "error",
    });
  });
}

/** The stamp lies in the folder that vite empties first: a build that was cut off, or made by hand, is made again. */
async function buildConsole() {
  await unlessBuilt(join(consoleDist, ".built-from"), consoleSources, async () => {
    console.log("Building the console ...");
    await runVite();
    await compressFiles(consoleDist);
  });
}

/** The fingerprint is taken before: what is saved during a build is built the next time. */
async function unlessBuilt(stamp, sources, build) {
  const wanted = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await build();
  writeFileSync(stamp, wanted);
}

/** In a process of its own: what a build needs of memory and threads is gone when the product starts. */
async function runVite() {
  const manifest = createRequire(join(consoleFolder, "package.json")).resolve("vite/package.json");
  const vite = join(manifest, "../bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: consoleFolder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code === 0) return;
  console.error(output.trimEnd());
  console.error("The console (apps/console) could not be built; see above.");
  process.exit(1);
}

const COMPRESSIBLE = [".html", ".js", ".css", ".svg", ".json", ".map", ".txt"];
/** Below a packet nothing arrives earlier. */
const COMPRESSED_BYTES_MIN = 1_024;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Once here at full strength, instead of with each request. */
async function compressFiles(folder) {
  await Promise.all(
    filesIn(folder).map(async (path) => {
      if (!COMPRESSIBLE.includes(extname(path))) return;
      const content = await readFile(path);
      if (content.length < COMPRESSED_BYTES_MIN) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await Promise.all([
        brotli(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
        gzipped(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
      ]);
    }),
  );
}

/** Our own packages are TypeScript and go into the bundle; those of the registry stay where npm put them. */
function externals() {
  return apiSources.flatMap((path) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, path, "package.json"), "utf8"),
    );
    return Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !name.startsWith("@leitstand/"));
  });
}

/** Changes when a source file is added, removed or saved, or when dependencies or this file change. Tests are not built. */
function fingerprint(sources) {
  const hash = createHash("sha256");
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  for (const path of ["package-lock.json", "tools/build.mjs"]) add(join(root, path));
  for (const source of sources) {
    const folder = join(root, source);
    // Beside the folders lie the manifest, the page and what vite is configured by.
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isFile()) add(join(folder, entry.name));
    for (const name of ["src", "messages", "public"]) {
      for (const path of filesIn(join(folder, name))) if (!/\.test\.tsx?$/.test(path)) add(path);
    }
  }
  return hash.digest("hex");
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function folders(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, path, entry.name, "package.json")))
    .map(({ name }) => `${path}/${name}`);
}
