/** Finds in the sources which tables the statements of the API read and write; no database is asked. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";

/** Text without comments and literals, so that no word of theirs counts. */
const withoutCommentsAndLiterals = (statement) =>
  statement
    .replace(/--[^\n]*/g, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();

/**
 * Tables and views that the migrations leave behind. Partitions count as their parent.
 * @param {readonly string[]} migrations texts in their order
 * @returns {Set<string>}
 */
export function tablesOfMigrations(migrations) {
  const tables = new Set();
  const statement =
    /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)(\s+partition\s+of)?|create\s+(?:or\s+replace\s+)?view\s+(\w+)|drop\s+(?:table|view)\s+(?:if\s+exists\s+)?(\w+)|alter\s+table\s+(\w+)\s+rename\s+to\s+(\w+)/g;
  for (const text of migrations) {
    for (const [, table, isPartition, view, dropped, from, to] of withoutCommentsAndLiterals(text).matchAll(
      statement,
    )) {
      if (table && !isPartition) tables.add(table);
      if (view) tables.add(view);
      for (const gone of [dropped, from]) if (gone) tables.delete(gone);
      if (to) tables.add(to);
    }
  }
  return tables;
}

/**
 * The texts of all `sql` templates of a source file; holes are `$1`, `$2` ...
 * @param {string} source TypeScript
 * @returns {string[]}
 */
export function sqlStatementsIn(source) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    if (node.type === "TaggedTemplateExpression" && node.tag.value === "sql") {
      const { quasis } = node.template;
      found.push(quasis.map(({ cooked }, at) => (at === 0 ? cooked : `$${at}${cooked}`)).join(""));
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source, { syntax: "typescript", target: "es2022" }).body);
  return found;
}

/**
 * Tables that one statement reads and writes; names that it defines by `with` are none.
 * @returns {{ reads: Set<string>, writes: Set<string> }}
 */
export function tableUsesOf(statement, tables) {
  const text = withoutCommentsAndLiterals(statement);
  const defined = new Set(
    [...text.matchAll(/(?:\bwith(?:\s+recursive)?|,)\s*(\w+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/g)].map(
      ([, name]) => name,
    ),
  );
  const named = (pattern) => [...text.matchAll(pattern)].map(([, name]) => name).filter((name) => tables.has(name));
  const writes = new Set(named(/\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)/g));
  const lists = [
    ...text.matchAll(
      /\b(?:from|using)\s+([\w\s,]+?)(?=\s+(?:where|join|left|cross|inner|on|order|group|limit|for|set|returning|union)\b|[()$;]|$)/g,
    ),
  ];
  const inLists = lists
    .flatMap(([, list]) => list.split(",").map((each) => each.trim().split(/\s+/)[0]))
    .filter((name) => tables.has(name));
  const reads = new Set(
    [...named(/\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(\w+)/g), ...inLists].filter(
      (name) => !defined.has(name),
    ),
  );
  for (const [, name] of text.matchAll(/\bdelete\s+from\s+(?:only\s+)?(\w+)/g))
    if (
      !new RegExp(`\\b(?:from|join|using)\\s+${name}\\b`).test(text.replace(/\bdelete\s+from\s+(?:only\s+)?\w+/g, ""))
    )
      reads.delete(name);
  if (tables.has(text.trim())) reads.add(text.trim());
  return { reads, writes };
}

/** Files of a folder and below it that belong to the product, not to its tests. */
export const productSourcesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter(
      (path) =>
        path.endsWith(".ts") && !/(\.test|\.d|-testkit|\.factory)\.ts$/.test(path) && !path.includes("/testing/"),
    )
    .sort();

export const readMigrations = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
