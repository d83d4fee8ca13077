import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
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

/** Configuration of the lint that finds names which a file neither declares nor imports. */
const undefinedNamesConfig = {
  plugins: [],
  categories: { correctness: "off" },
  env: { browser: true, es2024: true },
  rules: { "no-undef": "error" },
};
const oxlintPath = fileURLToPath(new URL("../../node_modules/.bin/oxlint", import.meta.url));

/**
 * Checks a mutant. Throws where its text is not found, or puts names into the file that it does not know: the tests
 * would then fail for that reason alone, and prove nothing. At once, so that it is noticed before anything is built.
 */
export function assertMutantApplies(mutant: SourceMutant): SourceMutant {
  const { file, from, to } = mutant;
  const sources = readdirSync(driverSourceRoot, { recursive: true, encoding: "utf8" })
    .filter((path) => `/${path}`.endsWith(`/${file}`))
    .map((path) => readFileSync(join(driverSourceRoot, path), "utf8"));
  const source = sources.find((text) => text.includes(from));
  if (source === undefined) throw new Error(`The mutant finds nothing to change in ${file}.`);
  const unknownNames = findUndefinedNames(basename(file), source.replace(from, to));
  if (unknownNames !== "") throw new Error(`The mutant of ${file} does not fit the file:\n${unknownNames}`);
  return mutant;
}

/** Names that a source file uses but does not define, one in a line with its place; empty where there are none. */
function findUndefinedNames(name: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), "leitstand-mutant-"));
  writeFileSync(join(folder, name), source);
  writeFileSync(join(folder, "oxlint.json"), JSON.stringify(undefinedNamesConfig));
  const { status, stdout } = spawnSync(oxlintPath, ["-c", "oxlint.json", "--format", "unix", name], {
    cwd: folder,
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  return status === 0 ? "" : stdout;
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
