/** Finds words that we no longer use; the table at the end of docs/dictionary.md lists them, and what to write instead. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DICTIONARY_FILE, readHandWrittenFiles } from "./written-files.mjs";

const repositoryRoot = new URL("../../", import.meta.url);

/**
 * @param {string} dictionary Markdown
 * @returns {{ word: string, instead: string }[]}
 */
export function readForbiddenWords(dictionary) {
  const [, table = ""] = dictionary.split("\n| Not | Instead |\n|---|---|\n");
  return [...table.matchAll(/^\| (\S[^|]*\S) \| (.+) \|$/gm)].map(([, word, instead]) => ({ word, instead }));
}

/**
 * One sentence for each place, which says what to write.
 * @param {readonly { word: string, instead: string }[]} words
 * @param {{ path: string, text: string }} file
 * @returns {string[]}
 */
export function findForbiddenWords(words, { path, text }) {
  const patterns = words.map(({ word, instead }) => ({
    instead,
    pattern: new RegExp(`\\b${word.replaceAll("…", "\\w+")}\\b`),
  }));
  return text.split("\n").flatMap((line, at) =>
    patterns.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${path}:${at + 1}: "${found}" is no longer used: write ${instead}.`];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = readForbiddenWords(readFileSync(new URL(DICTIONARY_FILE, repositoryRoot), "utf8"));
  const found = readHandWrittenFiles().flatMap((file) => findForbiddenWords(words, file));
  for (const sentence of found) console.error(sentence);
  process.exitCode = found.length === 0 ? 0 : 1;
}
