/**
 * Rules for the tree: no download addresses in the lock file, paths of a developer's machine, secrets, work notes
 * without an issue, or folders of too many files; and migrations that form a gapless, forward-only series.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

const textFilePattern =
  /[.](ts|tsx|mjs|cjs|js|json|md|sql|ya?ml|tsv|sh|html|css|txt)$|(^|\/)(run|[.]npmrc|Dockerfile)$/;
const FILE_BYTES_MAX = 2_000_000;

/** Forbidden patterns, each with the reason that is printed; this file itself, which spells them out, is left out. */
const forbiddenPatterns = [
  [/(?<![\w.])\/(home|Users)\/[a-z][\w-]*\//, "a path of somebody's machine"],
  [/(?<![\w.-])\/(root|work|workspace)\/[\w.-]+/, "a path of somebody's machine"],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "a private key"],
  [/\b(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36}|xox[abp]-[A-Za-z0-9-]{20,})\b/, "a credential"],
  [/^(<{7}|>{7}) /m, "an unresolved merge"],
  [/\b(TODO|FIXME|XXX)\b(?!.{0,3}#\d+)/, "a work note without an issue number"],
];

/** Lists everything that git knows or would add. */
function listFiles() {
  const out = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return out.split("\0").filter((file) => file !== "" && existsSync(file));
}

function* findForbiddenText(files) {
  for (const file of files) {
    if (!textFilePattern.test(file) || file === "tools/check/hygiene.mjs" || file === "package-lock.json") continue;
    if (statSync(file).size > FILE_BYTES_MAX) continue;
    const text = readFileSync(file, "utf8");
    for (const [pattern, reason] of forbiddenPatterns) {
      const found = pattern.exec(text);
      if (found) yield `${file}:${text.slice(0, found.index).split("\n").length}: ${reason}: ${found[0].trim()}`;
    }
  }
}

/** Finds download addresses in the lock file: a committed one would tie every clone to one registry. */
function* findLockFaults() {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const [name, entry] of Object.entries(lock.packages)) {
    if (entry.resolved && !entry.link) yield `package-lock.json: ${name} names its download address`;
  }
}

function* findCommittedTempFiles(files) {
  for (const file of files) {
    if (/(^|\/)(node_modules|dist|coverage)\//.test(file)) yield `${file}: generated or installed, not source`;
    if (/(^|\/)[.]env($|[.])/.test(file)) yield `${file}: environment files hold secrets`;
    if (/[.](pem|key|p12|pfx)$/.test(file)) yield `${file}: a key`;
  }
}

const FOLDER_FILES_MAX = 25;
/** Finds folders of too many files; tests, their helpers, types of others' code and styles are not counted. */
function* findFullFolders(files) {
  const counts = new Map();
  for (const file of files) {
    if (!/[.](ts|tsx|mjs|cjs)$/.test(file) || /([.](test|fixture|d)|-testkit)[.](m?ts|tsx)$/.test(file)) continue;
    if (/^apps\/docs\/(samples|steps)\//.test(file)) continue;
    const folder = file.slice(0, file.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts)
    if (count > FOLDER_FILES_MAX)
      yield `${folder}: ${count} source files; put those that belong together into a folder of their own (at most ${FOLDER_FILES_MAX})`;
}

/**
 * Finds faults of migrations: names like `0012_areas.sql`, four digits without gap or duplicate, and no statement that
 * removes what old code still reads.
 */
function* findMigrationFaults(folder = "apps/api/migrations") {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).sort();
  for (const [index, name] of names.entries()) {
    const number = String(index + 1).padStart(4, "0");
    if (!/^\d{4}_[a-z0-9_]+[.]sql$/.test(name)) yield `${folder}/${name}: is not named like 0012_areas.sql`;
    else if (!name.startsWith(`${number}_`)) yield `${folder}/${name}: expected number ${number}; no gaps, no twins`;
    yield* findStatementFaults(`${folder}/${name}`);
  }
}

function* findStatementFaults(file) {
  const sql = readFileSync(file, "utf8").replace(/--.*$/gm, "");
  if (/^\s*(begin|commit|rollback)\s*;/im.test(sql)) yield `${file}: the runner opens and closes the transaction`;
  // Statements inside a function are not checked.
  if (/\bdrop\s+(table|column|schema)\b/i.test(sql.replace(/\$\$[\s\S]*?\$\$/g, "")))
    yield `${file}: takes away what old code still reads`;
  for (const [, table, body] of sql.matchAll(
    /create\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)\s*\(([\s\S]*?)\n\s*\)[^;]*;/gi,
  )) {
    const isolated = new RegExp(
      `isolate_tenants\\(\\s*'${table}'|alter table ${table}\\s+force row level security`,
      "i",
    );
    if (/^\s*tenant_id\b/im.test(body) && !isolated.test(sql) && !/not isolated:/i.test(readFileSync(file, "utf8")))
      yield `${file}: table ${table} has tenant_id but is not isolated`;
  }
}

const repositoryFiles = listFiles();
const hygieneFaults = [
  ...findForbiddenText(repositoryFiles),
  ...findLockFaults(),
  ...findCommittedTempFiles(repositoryFiles),
  ...findFullFolders(repositoryFiles),
  ...findMigrationFaults(),
];
for (const fault of hygieneFaults) console.log(fault);
if (hygieneFaults.length === 0) console.log(`${repositoryFiles.length} files`);
process.exitCode = hygieneFaults.length === 0 ? 0 : 1;
