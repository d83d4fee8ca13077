import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type PluginOption } from "vite";

/**
 * Whether a file is kept on the phone. Of Inter only the Latin letters are: others are fetched when a name needs them.
 * Icons belong to the home screen.
 */
const isCachedOnPhone = (file: string) =>
  !/\.map$|^icon-\d+\.png$/.test(file) && !/inter-(?!latin-wght-normal)[\w-]+\.woff2$/.test(file);

/**
 * Builds `src/worker.ts` beside the app, with the names of all files that the app needs to start without network; the
 * configuration for workers applies to it.
 */
export function serviceWorkerPlugin(): Plugin {
  let outDir = "";
  let plugins: readonly PluginOption[] = [];
  return {
    name: "service-worker",
    apply: "build",
    config: ({ worker }) => {
      plugins = worker?.plugins?.() ?? [];
    },
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const files = [...Object.keys(bundle).filter(isCachedOnPhone), "manifest.webmanifest", "icon.svg"].toSorted();
      const contents = files.map((file) => readFileSync(join(outDir, file)));
      const version = createHash("sha256").update(Buffer.concat(contents)).digest("hex").slice(0, 16);
      await build({
        configFile: false,
        logLevel: "warn",
        root: import.meta.dirname,
        publicDir: false,
        plugins: [...plugins],
        define: { SHELL_FILES: JSON.stringify(files), SHELL_VERSION: JSON.stringify(version) },
        build: {
          target: "es2022",
          outDir,
          emptyOutDir: false,
          lib: { entry: "src/worker.ts", formats: ["iife"], name: "worker", fileName: () => "worker.js" },
        },
      });
    },
  };
}
