/**
 * Checks apps/api/modules.cjs against the sources: every table has one owner, statements read what the map names and
 * write their own tables, and every entry of the map is used. `--dump` prints all statements, sorted.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  readMigrations,
  productSourcesBelow,
  sqlStatementsIn,
  tablesOfMigrations,
  tableUsesOf,
} from "./sql-tables.mjs";

/**
 * @typedef {{ uses?: string[], owns?: string[], reads?: string[] }} Entry
 * @typedef {{ path: string, text: string }} Source path below the API's `src`, with slashes
 */

/**
 * Module, or folder of the platform, that a file belongs to; undefined for files that put the product together and for
 * the demonstration.
 */
export const moduleOfFile = (path) => {
  const [, folder, name] = /^(modules|platform)\/([^/]+)\//.exec(path) ?? [];
  return folder === undefined ? undefined : folder === "modules" ? name : `platform/${name}`;
};

/**
 * One sentence for each fault, which says what to do.
 * @param {Record<string, Entry>} map
 * @param {{ sources: readonly Source[], tables: ReadonlySet<string> }} found
 * @returns {string[]}
 */
export function findOwnershipFaults(map, { sources, tables }) {
  const owners = new Map(Object.entries(map).flatMap(([name, { owns = [] }]) => owns.map((table) => [table, name])));
  const { reads, calls, faults } = readSources(map, { sources, tables, owners });
  for (const table of tables)
    if (!owners.has(table))
      faults.push(`The table ${table} has no owner: name it in "owns" of one module in apps/api/modules.cjs.`);
  for (const [name, entry] of Object.entries(map)) {
    for (const table of entry.owns ?? [])
      if (!tables.has(table)) faults.push(`No migration makes the table ${table}: take it out of "owns" of ${name}.`);
    for (const table of entry.reads ?? [])
      if (!reads.has(`${name} ${table}`))
        faults.push(`No statement of ${name} reads ${table}: take it out of its "reads".`);
    for (const used of entry.uses ?? [])
      if (!calls.has(`${name} ${used}`)) faults.push(`Nothing in ${name} imports ${used}: take it out of its "uses".`);
  }
  return faults;
}

function readSources(map, { sources, tables, owners }) {
  const [reads, calls, faults] = [new Set(), new Set(), new Set()];
  for (const { path, text } of sources) {
    const name = moduleOfFile(path);
    if (name === undefined) continue;
    const entry = map[name] ?? {};
    for (const [, used] of text.matchAll(/from "#modules\/([^/"]+)\/index"/g)) calls.add(`${name} ${used}`);
    for (const statement of sqlStatementsIn(text)) {
      const uses = tableUsesOf(statement, tables);
      for (const table of uses.writes) {
        if (owners.get(table) !== name)
          faults.add(
            `${path} writes ${table}, which belongs to ${owners.get(table)}: call a function of ${owners.get(table)} instead.`,
          );
      }
      for (const table of uses.reads) {
        reads.add(`${name} ${table}`);
        const isKnown = owners.get(table) === name || entry.reads?.includes(table);
        if (!isKnown)
          faults.add(
            `${path} reads ${table} of ${owners.get(table)}: name it in "reads" of ${name} in apps/api/modules.cjs, or ask ${owners.get(table)}.`,
          );
      }
    }
  }
  return { reads, calls, faults: [...faults] };
}

/** Reads the map, the sources and the tables. */
export function readApiSources() {
  const api = fileURLToPath(new URL("../../apps/api", import.meta.url));
  const src = join(api, "src");
  const sources = productSourcesBelow(src).map((file) => ({
    path: relative(src, file).split(sep).join("/"),
    text: readFileSync(file, "utf8"),
  }));
  const map = createRequire(import.meta.url)(join(api, "modules.cjs"));
  return { map, sources, tables: tablesOfMigrations(readMigrations(join(api, "migrations"))) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { map, ...found } = readApiSources();
  if (process.argv.includes("--dump")) {
    const all = found.sources.flatMap(({ text }) => sqlStatementsIn(text));
    console.log(
      all
        .map((text) => text.replace(/\s+/g, " ").trim())
        .sort()
        .join("\n"),
    );
  } else {
    const faults = findOwnershipFaults(map, found);
    for (const fault of faults) console.error(fault);
    const count = (key) => Object.values(map).reduce((sum, entry) => sum + (entry[key]?.length ?? 0), 0);
    console.log(`${found.tables.size} tables; ${count("reads")} foreign reads, ${count("uses")} edges`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  }
}
