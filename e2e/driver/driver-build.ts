import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { onTestFinished } from "vitest";
import type { SourceMutant } from "./planted-page";

interface DriverBuild {
  readonly folder: string;
  remove(): Promise<void>;
}

const driverAppRoot = fileURLToPath(new URL("../../apps/driver/", import.meta.url));

/** Builds the app as it is delivered, but with a fault in it; its file is named below `apps/driver/src`. */
export async function buildDriverAppWithMutant({ file, from, to }: SourceMutant): Promise<DriverBuild> {
  const folder = await mkdtemp(join(tmpdir(), "driver-build-"));
  const path = join(driverAppRoot, "src", file);
  const plant: Plugin = {
    name: "mutant",
    enforce: "pre",
    transform: (source, id) => (id.split("?", 1)[0] === path ? source.replace(from, to) : undefined),
  };
  await build({
    root: driverAppRoot,
    configFile: join(driverAppRoot, "vite.config.ts"),
    configLoader: "runner",
    logLevel: "warn",
    plugins: [plant],
    worker: { plugins: () => [plant] },
    build: { outDir: folder, emptyOutDir: true },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Options of a phone with the build of a mutant, which is removed with the test. */
export async function phoneOptionsWithMutant(mutant: SourceMutant | undefined): Promise<{ build?: string }> {
  if (mutant === undefined) return {};
  const { folder, remove } = await buildDriverAppWithMutant(mutant);
  onTestFinished(remove);
  return { build: folder };
}
