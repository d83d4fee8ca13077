import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Page } from "playwright-core";

/** Fault that is planted into a part of the app; the tests of that part have to fail with it. */
export interface SourceMutant {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const driverSourceRoot = fileURLToPath(new URL("../../apps/driver/src/", import.meta.url));

/**
 * Checks a mutant. Throws where its text is not found; at once, so that a moved line is noticed before anything is
 * built.
 */
export function assertMutantApplies(mutant: SourceMutant): SourceMutant {
  const isHere = (path: string) =>
    `/${path}`.endsWith(`/${mutant.file}`) && readFileSync(join(driverSourceRoot, path), "utf8").includes(mutant.from);
  if (!readdirSync(driverSourceRoot, { recursive: true, encoding: "utf8" }).some(isHere))
    throw new Error(`The mutant finds nothing to change in ${mutant.file}.`);
  return mutant;
}

/** Checks several mutants by name. */
export function assertMutantsApply<const Names extends string>(mutants: Readonly<Record<Names, SourceMutant>>) {
  for (const mutant of Object.values<SourceMutant>(mutants)) assertMutantApplies(mutant);
  return mutants;
}

interface PlantedPage {
  /** Entry file, beside this file. */
  readonly entry: string;
  /** Folder below `apps/driver/src` that the fault is in. */
  readonly folder: string;
}

/** Bundles a page with one part of the app as a script; with a mutant in it, or without. */
export async function bundleAppPartPage({ entry, folder }: PlantedPage, mutant?: SourceMutant): Promise<string> {
  const plant: Plugin = {
    name: "mutant",
    setup: (builder) => {
      builder.onLoad({ filter: new RegExp(`apps/driver/src/${folder}/.*\\.ts$`) }, ({ path }) => {
        const source = readFileSync(path, "utf8");
        if (mutant === undefined || !path.endsWith(`/${mutant.file}`)) return { contents: source, loader: "ts" };
        return { contents: source.replace(mutant.from, mutant.to), loader: "ts" };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    plugins: [plant],
  });
  return outputFiles[0]?.text ?? "";
}

type PageMethods<T> = { readonly [K in keyof T]: T[K] extends (...input: never[]) => unknown ? T[K] : never };

/** Calls to the object of that name on the page's window. */
export function createPageCalls<T extends PageMethods<T>>(
  page: Page,
  name: string,
  methods: readonly (keyof T & string)[],
): T {
  const calls = methods.map((method) => [
    method,
    (...input: unknown[]) =>
      page.evaluate(
        async ([part, called, given]) => {
          const parts = window as unknown as Record<string, Promise<Record<string, (...all: unknown[]) => unknown>>>;
          return (await parts[part])?.[called]?.(...given);
        },
        [name, method, input] as const,
      ),
  ]);
  return Object.fromEntries(calls) as T;
}
