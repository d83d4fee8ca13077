import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isCommaSeparatedListSchema } from "../../contract/src/core/comma-list.ts";
import type { Operation } from "../../contract/src/operation/operation.ts";
import { operations } from "../../contract/src/operations.ts";
import type { Plugin } from "vite";

interface SlimOptions {
  /** Folder with the source of the app: a build leaves out operations whose name does not occur in it. */
  readonly sources: URL;
  readonly isBuild: boolean;
}

/**
 * Strips operations for the app: the client needs how an operation is called, and not its schemas, examples and texts,
 * a quarter of a megabyte that would delay every sign-in. Forms import the schemas they check by from the contract
 * itself.
 */
export function slimOperationsPlugin({ sources, isBuild }: SlimOptions): Plugin {
  const name = "@leitstand/contract/operations";
  return {
    name: "slim-operations",
    enforce: "pre",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export const operations = ${JSON.stringify(callFactsOf(isBuild ? wordsInSources(sources) : undefined))};`
        : undefined,
  };
}

/** Words of the source files; an operation is called by its name, which is therefore one of them. */
function wordsInSources(sources: URL): Set<string> {
  const folders = [sources, new URL("../../client/src/", import.meta.url)].map((folder) => fileURLToPath(folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const written = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  return new Set(written.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
}

function callFactsOf(words: Set<string> | undefined) {
  const called = Object.values(operations as Record<string, Operation>).filter(({ id }) => words?.has(id) ?? true);
  const calls = called.map((operation) => {
    const { id, method, path, auth, safe, bodyType, answerType, query, body, answer } = operation;
    // Of each parameter the client needs only whether it is a list with commas.
    const names = Object.entries(query?.properties ?? {}).map(([name, schema]) => [
      name,
      isCommaSeparatedListSchema(schema) ? { items: { enum: [] } } : {},
    ]);
    const known = {
      body: body && {},
      answer: answer && {},
      ...(names.length > 0 && { query: { properties: Object.fromEntries(names) } }),
    };
    return [id, { id, method, path, auth, safe, bodyType, answerType, ...known }];
  });
  return Object.fromEntries(calls);
}
