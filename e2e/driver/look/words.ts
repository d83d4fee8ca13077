import { readdirSync, readFileSync } from "node:fs";

export type Language = "de" | "en";

const messagesFolder = new URL("../../../apps/driver/messages/", import.meta.url);

/** Words of the app in a language, without placeholders. */
function readVocabulary(language: Language): ReadonlySet<string> {
  const own = new URL(`${language}/`, messagesFolder);
  const texts = readdirSync(own).flatMap((file) => textLeavesOf(JSON.parse(readFileSync(new URL(file, own), "utf8"))));
  return new Set(texts.flatMap((text) => lowercaseWords(withoutPlaceholders(text))));
}

/** Text without placeholders: `{count, plural, one {# case} other {# cases}}` gives "case" and "cases". */
const withoutPlaceholders = (text: string) =>
  text
    .replaceAll(/\{\w+(, number)?\}/g, " ")
    .replaceAll(/\{\w+,\s*plural,/g, " ")
    .replaceAll(/(=\d+|one|other|few|many)\s*\{/g, " ");

const lowercaseWords = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).map((word) => word.toLowerCase());

export function textLeavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textLeavesOf) : [];
}

const vocabularies = { de: readVocabulary("de"), en: readVocabulary("en") } as const;

/** Message keys, constants of the API, and what a program prints for missing values. */
const RAW_TEXT_PATTERNS = [
  /\b[A-Z\d]{2,}_[A-Z_\d]+\b/,
  /\b[a-z]+(_[a-z]+)+\b/,
  /\b[a-z]+(\.[a-z]+)+\b/,
  /\b[A-Z]{4,}\b/,
  /\b(undefined|null|NaN|Invalid Date)\b/,
  /[{}[\]]/,
];

/** Finds words of the other language, and raw values such as constants; `data` are texts that people have written. */
export function findForeignWords(texts: readonly string[], language: Language, data: readonly string[]): string[] {
  const own = vocabularies[language];
  const other = vocabularies[language === "de" ? "en" : "de"];
  const longestFirst = data.toSorted((a, b) => b.length - a.length);
  return [...new Set(texts)].flatMap((text) => {
    const said = longestFirst.reduce((rest, known) => rest.replaceAll(known, " "), text);
    const foreign = lowercaseWords(said).filter((word) => other.has(word) && !own.has(word));
    const raw = RAW_TEXT_PATTERNS.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
    return [...foreign, ...raw].map((word) => `"${word}" in "${text.trim().slice(0, 80)}"`);
  });
}
