import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type PluginOption } from "vite";

/** Of Inter only the Latin letters are kept on the phone: others are fetched when a name needs them. Icons are the home screen's. */
const isKept = (file: string) =>
  !/\.map$|^icon-\d+\.png$/.test(file) && !/inter-(?!latin-wght-normal)[\w-]+\.woff2$/.test(file);

/** Builds `src/worker.ts` beside the app, with the names of all files that the app is started from without network; what the configuration names for workers holds for it. */
export function serviceWorker(): Plugin {
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
      const files = [...Object.keys(bundle).filter(isKept), "manifest.webmanifest", "icon.svg"].toSorted();
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
