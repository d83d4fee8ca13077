/**
 * Counts offences against the rules of voice in docs/dictionary.md in each part of the repository, and compares with
 * `voice-ceilings.json`. More than the ceiling fails, and is reported by file and line; less lowers the ceiling by
 * itself.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runGit, readHandWrittenFiles } from "./written-files.mjs";

const CEILINGS_FILE = "tools/check/voice-ceilings.json";

const isSourceFile = (path) => /\.(ts|tsx|mts|mjs|cjs)$/.test(path);
/** Paths where a job is what runs in the background, or what planners of tours call so. */
const mayUseWordJob = (path) =>
  /(^|[/.-])jobs\.|\/background\/|\/sync\/|\/planning\/|packages\/optimiser\/|apps\/api\/src\/(app|main|leitstand)\.ts|docs\/(adr|configuration|benchmarks)|tools\/check\//.test(
    path,
  );

/** @type {Record<string, { pattern: RegExp, counts: (path: string) => boolean, advice: string }>} */
export const voiceRules = {
  "half sentences": {
    pattern: /\/\*\*\s*(?:\n\s*\*\s*)?(Of|Who|Whose|What|Where|Whoever|Nobody|Somebody)\b/g,
    counts: isSourceFile,
    advice: "begin a doc comment with what the thing is or does",
  },
  pronouns: {
    pattern: /\b(nobody|somebody|everybody|anybody|whoever)\b/gi,
    counts: (path) => !path.startsWith("tools/check/"),
    advice: "name the dispatcher, the driver, the caller, the request",
  },
  desk: {
    pattern: /\b(desks?)\b/gi,
    counts: (path) => !path.startsWith("tools/check/"),
    advice: "write dispatcher or console",
  },
  job: {
    pattern: /\b(jobs?)\b/gi,
    counts: (path) => !mayUseWordJob(path),
    advice: "write case, or dispatchCase in code",
  },
};

/**
 * @param {{ path: string, text: string }} file
 * @returns {{ rule: string, path: string, line: number, word: string }[]}
 */
export function findOffences({ path, text }) {
  return Object.entries(voiceRules).flatMap(([rule, { pattern, counts }]) => {
    if (!counts(path)) return [];
    return [...text.matchAll(pattern)].map((match) => {
      const word = match[1];
      const at = match.index + match[0].lastIndexOf(word);
      return { rule, path, line: text.slice(0, at).split("\n").length, word };
    });
  });
}

/** The part of the repository that a file is counted in: `apps/api`, `e2e`. */
export const partOfRepository = (path) => {
  const [top, second] = path.split("/");
  if (second === undefined) return "root";
  return top === "apps" || top === "packages" ? `${top}/${second}` : top;
};

/** @returns {Record<string, Record<string, number>>} by rule and part */
export function countOffences(offences) {
  const counts = {};
  for (const { rule, path } of offences) {
    counts[rule] ??= {};
    counts[rule][partOfRepository(path)] = (counts[rule][partOfRepository(path)] ?? 0) + 1;
  }
  return counts;
}

/**
 * Ceilings after these counts: equal to the counts, so that a single new offence is reported, and never higher than
 * before.
 */
export function lowerCeilings(ceilings, counts) {
  const lowered = (rule, [part, ceiling]) => [part, Math.min(ceiling, counts[rule]?.[part] ?? 0)];
  const entries = Object.entries(ceilings).map(([rule, parts]) => {
    const kept = Object.entries(parts)
      .map((entry) => lowered(rule, entry))
      .filter(([, ceiling]) => ceiling > 0);
    return [rule, Object.fromEntries(kept)];
  });
  return Object.fromEntries(entries);
}

/** The counts that are above their ceiling; a part without a ceiling may have none. */
export const findCountsAboveCeiling = (ceilings, counts) =>
  Object.entries(counts).flatMap(([rule, parts]) =>
    Object.entries(parts)
      .map(([part, count]) => ({ rule, part, count, ceiling: ceilings[rule]?.[part] ?? 0 }))
      .filter(({ count, ceiling }) => count > ceiling),
  );

/** The lines that a diff without context adds, as `path:line`. */
export function parseAddedLines(diff) {
  const added = new Set();
  let path = "";
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ ")) path = line.replace(/^\+\+\+ b\//, "");
    const [, start, length = "1"] = /^@@ .* \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start !== undefined) for (let at = 0; at < Number(length); at++) added.add(`${path}:${Number(start) + at}`);
  }
  return added;
}

/** Offences in lines that are newer than the ceilings; all of the part where git cannot tell. */
function newestOffences(offences) {
  const since = runGit("log", "-1", "--format=%H", "--", CEILINGS_FILE).trim();
  if (since === "") return offences;
  const added = parseAddedLines(runGit("diff", "--unified=0", since, "--", "."));
  const unknown = new Set(runGit("ls-files", "-z", "--others", "--exclude-standard").split("\0"));
  const newest = offences.filter(({ path, line }) => added.has(`${path}:${line}`) || unknown.has(path));
  return newest.length > 0 ? newest : offences;
}

function describeExcess({ rule, part, count, ceiling }, offences) {
  console.log(`${rule} in ${part}: ${count}, at most ${ceiling}; ${voiceRules[rule].advice}`);
  const own = offences.filter((offence) => offence.rule === rule && partOfRepository(offence.path) === part);
  for (const { path, line, word } of newestOffences(own).slice(0, 20)) console.log(`  ${path}:${line}: ${word}`);
}

/** Ceilings as they were committed last and before that: a raise is reported before its commit and after it. */
const earlierCeilings = () =>
  runGit("log", "-2", "--format=%H", "--", CEILINGS_FILE)
    .split("\n")
    .filter((commit) => commit !== "")
    .map((commit) => JSON.parse(runGit("show", `${commit}:${CEILINGS_FILE}`)));

/** Ceilings that are higher than in a version before: they may only go down. */
export const findRaisedCeilings = (ceilings, before) =>
  Object.entries(ceilings).flatMap(([rule, parts]) =>
    Object.entries(parts)
      .filter(([part, ceiling]) => ceiling > (before[rule]?.[part] ?? 0))
      .map(([part, ceiling]) => `${rule} in ${part}: ${ceiling} is above ${before[rule]?.[part] ?? 0}`),
  );

function runVoiceCheck() {
  const ceilings = JSON.parse(readFileSync(new URL(`../../${CEILINGS_FILE}`, import.meta.url), "utf8"));
  const offences = readHandWrittenFiles().flatMap(findOffences);
  const counts = countOffences(offences);
  const excess = findCountsAboveCeiling(ceilings, counts);
  for (const one of excess) describeExcess(one, offences);
  const raised = earlierCeilings().flatMap((before) => findRaisedCeilings(ceilings, before));
  for (const sentence of raised) console.log(`${sentence}: a ceiling of ${CEILINGS_FILE} only goes down`);
  const lowered = `${JSON.stringify(lowerCeilings(ceilings, counts), null, 2)}\n`;
  const isLower = lowered !== `${JSON.stringify(ceilings, null, 2)}\n`;
  if (isLower) writeFileSync(new URL(`../../${CEILINGS_FILE}`, import.meta.url), lowered);
  if (isLower) console.log(`lowered ${CEILINGS_FILE}: commit it with the change`);
  process.exitCode = excess.length + raised.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runVoiceCheck();
