import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Page } from "playwright-core";

/** A fault that somebody could put into a part of the app; the tests of that part have to fail with it. */
export interface Mutant {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const root = fileURLToPath(new URL("../../apps/driver/src/", import.meta.url));

/** Throws where it finds nothing to change; at once, so that a line that has moved is seen before anything is built. */
export function aMutant(mutant: Mutant): Mutant {
  const isHere = (path: string) =>
    `/${path}`.endsWith(`/${mutant.file}`) && readFileSync(join(root, path), "utf8").includes(mutant.from);
  if (!readdirSync(root, { recursive: true, encoding: "utf8" }).some(isHere))
    throw new Error(`The mutant finds nothing to change in ${mutant.file}.`);
  return mutant;
}

/** The same, of several by name. */
export function theMutants<const Names extends string>(mutants: Readonly<Record<Names, Mutant>>) {
  for (const mutant of Object.values<Mutant>(mutants)) aMutant(mutant);
  return mutants;
}

interface PlantedPage {
  /** Beside this file. */
  readonly entry: string;
  /** Of `apps/driver/src`: where the fault is. */
  readonly folder: string;
}

/** A page as a script that holds one part of the app; with a mutant in it, or without. */
export async function bundlePage({ entry, folder }: PlantedPage, mutant?: Mutant): Promise<string> {
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

type Calls<T> = { readonly [K in keyof T]: T[K] extends (...input: never[]) => unknown ? T[K] : never };

/** What the page has put under that name on its window, to be called from here. */
export function callsOf<T extends Calls<T>>(page: Page, name: string, methods: readonly (keyof T & string)[]): T {
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
