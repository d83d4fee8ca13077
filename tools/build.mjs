/** Bundles the API into apps/api/dist when its sources have changed; takes milliseconds when they have not. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "apps/api/dist");
/** In a folder beside `src`, so that `../migrations/` and the dependencies of apps/api are found from either. */
export const bundle = join(dist, "main.js");
const stamp = join(dist, "built-from");

export async function buildWhatHasChanged() {
  const sources = fingerprint();
  if (existsSync(bundle) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
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
  writeFileSync(stamp, sources);
}

/** Our own packages are TypeScript and go into the bundle; those of the registry stay where npm put them. */
function externals() {
  const manifests = ["apps/api", ...folders("packages").map((name) => `packages/${name}`)];
  return manifests.flatMap((path) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, path, "package.json"), "utf8"),
    );
    return Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !name.startsWith("@leitstand/"));
  });
}

/** Changes when a source file is added, removed or saved, or when dependencies or this file change. */
function fingerprint() {
  const hash = createHash("sha256");
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  for (const path of ["package-lock.json", "tools/build.mjs"]) add(join(root, path));
  for (const folder of ["apps/api", ...folders("packages").map((name) => `packages/${name}`)]) {
    add(join(root, folder, "package.json"));
    const src = join(root, folder, "src");
    if (!existsSync(src)) continue;
    for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) add(join(entry.parentPath, entry.name));
    }
  }
  return hash.digest("hex");
}

function folders(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, path, entry.name, "package.json")))
    .map(({ name }) => name);
}
