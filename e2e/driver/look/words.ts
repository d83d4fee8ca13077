import { readdirSync, readFileSync } from "node:fs";

export type Language = "de" | "en";

const folder = new URL("../../../apps/driver/messages/", import.meta.url);

/** What the app can say in a language, word by word and without what is filled in. */
function vocabularyOf(language: Language): ReadonlySet<string> {
  const own = new URL(`${language}/`, folder);
  const texts = readdirSync(own).flatMap((file) => leavesOf(JSON.parse(readFileSync(new URL(file, own), "utf8"))));
  return new Set(texts.flatMap((text) => wordsIn(withoutPlaceholders(text))));
}

/** `{count, plural, one {# case} other {# cases}}` says "case" and "cases". */
const withoutPlaceholders = (text: string) =>
  text
    .replaceAll(/\{\w+(, number)?\}/g, " ")
    .replaceAll(/\{\w+,\s*plural,/g, " ")
    .replaceAll(/(=\d+|one|other|few|many)\s*\{/g, " ");

const wordsIn = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).map((word) => word.toLowerCase());

export function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

const vocabularies = { de: vocabularyOf("de"), en: vocabularyOf("en") } as const;

/** Keys of texts and constants of the API, and what a program writes where it has nothing to say. */
const RAW = [
  /\b[A-Z\d]{2,}_[A-Z_\d]+\b/,
  /\b[a-z]+(_[a-z]+)+\b/,
  /\b[a-z]+(\.[a-z]+)+\b/,
  /\b[A-Z]{4,}\b/,
  /\b(undefined|null|NaN|Invalid Date)\b/,
  /[{}[\]]/,
];

/** What is said in the other language, and what no person says; `data` is what people have written. */
export function findForeignWords(texts: readonly string[], language: Language, data: readonly string[]): string[] {
  const own = vocabularies[language];
  const other = vocabularies[language === "de" ? "en" : "de"];
  const longestFirst = data.toSorted((a, b) => b.length - a.length);
  return [...new Set(texts)].flatMap((text) => {
    const said = longestFirst.reduce((rest, known) => rest.replaceAll(known, " "), text);
    const foreign = wordsIn(said).filter((word) => other.has(word) && !own.has(word));
    const raw = RAW.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
    return [...foreign, ...raw].map((word) => `"${word}" in "${text.trim().slice(0, 80)}"`);
  });
}
