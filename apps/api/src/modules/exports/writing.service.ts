import { type Document, type Block } from "#modules/documents/index";
import { phrasesOf } from "./document-words";
import { fieldValueWord, type Language, wordOf, type Words } from "./field-words";
import type { LocalTimes } from "./local-times";

/** Style of documents for one reader: language, time zone, tenant and maker. */
export interface Writing {
  readonly language: Language;
  readonly times: LocalTimes;
  /** Name of the tenant. */
  readonly company: string;
  /** Name of the user who makes the document, and the time. */
  readonly maker: string;
  readonly now: Date;
}
export type Fact = readonly [name: string, value: string];

/** Moment in local time: to the second, and with the offset from UTC. */
export function momentText({ language, times }: Writing, instant: string | null | undefined): string {
  if (instant === null || instant === undefined) return "";
  const [day = "", time = "", offset = ""] = times.format(Date.parse(instant)).split(" ");
  return `${dayText(language, day)} ${time} (UTC${offset})`;
}

function dayText(language: Language, day: string): string {
  const [year, month, date] = day.slice(0, 10).split("-");
  return language === "de" ? `${date}.${month}.${year}` : day.slice(0, 10);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Value of a case in words, depending on its field; empty for an unknown value. */
export function valueText(writing: Writing, value: unknown, field = ""): string {
  const { language } = writing;
  const phrases = phrasesOf(language);
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? phrases.yes : phrases.no;
  if (typeof value === "number") return language === "de" ? String(value).replace(".", ",") : String(value);
  if (typeof value !== "string") return "";
  if (DAY.test(value)) return dayText(language, value);
  return MOMENT.test(value) && !Number.isNaN(Date.parse(value))
    ? momentText(writing, value)
    : fieldValueWord(language, field, value);
}

/** Known facts about an object, in the order of its words; nested facts stand behind the name of their parent. */
export function factsOf(
  writing: Writing,
  thing: object | null | undefined,
  words: Readonly<Record<string, Words>>,
): Fact[] {
  return factsWithin("", { writing, thing, words });
}

interface DescribedThing {
  readonly writing: Writing;
  readonly thing: object | null | undefined;
  readonly words: Readonly<Record<string, Words>>;
}

function factsWithin(holder: string, { writing, thing, words }: DescribedThing): Fact[] {
  if (!thing) return [];
  const held: Readonly<Record<string, unknown>> = { ...thing };
  return Object.keys(words).flatMap((field): Fact[] => {
    const value = held[field];
    const name = holder + wordOf(writing.language, words[field] as Words);
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return factsWithin(`${name}: `, { writing, thing: value, words });
    const text = valueText(writing, value, field);
    return text === "" ? [] : [[name, text]];
  });
}

/** Section with its heading, or nothing where there is no content. */
export const section = (title: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ kind: "heading", text: title, level: 2 }, ...blocks];

export const factsSection = (title: string, facts: readonly Fact[]): Block[] =>
  section(title, facts.length === 0 ? [] : [{ kind: "facts", facts }]);

/** Frame of every document: its title on top, its maker and the time at the foot. */
export function documentOf(writing: Writing, title: string, blocks: readonly Block[]): Document {
  const { language, company, maker, now, times } = writing;
  const phrases = phrasesOf(language);
  const made = momentText(writing, now.toISOString());
  return {
    title,
    author: company,
    language,
    footer: `${title} · ${phrases.madeBy} ${made} ${phrases.by} ${maker}`,
    pageWords: phrases,
    madeAt: now.getTime(),
    blocks: [
      { kind: "text", text: `${company} · ${phrases.times}: ${times.timeZone}`, isSmall: true },
      { kind: "heading", text: title, level: 1 },
      ...blocks,
    ],
  };
}
