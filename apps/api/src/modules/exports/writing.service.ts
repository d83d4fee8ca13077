import type { TourCaseState } from "@leitstand/contract/cases/case-parts";
import type { Static } from "@leitstand/contract/core/schema";
import { type PaperDocument, type DocumentBlock } from "#modules/documents/index";
import { dayFieldNames, momentFieldNames } from "./contract-fields";
import { documentPhrasesOf, personNameInDocument } from "./document-phrases";
import { labelForFieldValue, type Language, wordInLanguage, type TranslatedWord } from "./field-words";
import type { LocalTimeFormatter } from "./local-times";

/** Style of documents for one reader: language, time zone, tenant and maker. */
export interface DocumentContext {
  readonly language: Language;
  readonly times: LocalTimeFormatter;
  /** Name of the tenant. */
  readonly company: string;
  /** Name of the user who makes the document, and the time. */
  readonly maker: string;
  readonly now: Date;
}
export type LabeledValue = readonly [name: string, value: string];

/** Moment in local time: to the second, and with the offset from UTC. */
export function formatDocumentMoment({ language, times }: DocumentContext, instant: string | null | undefined): string {
  if (instant === null || instant === undefined) return "";
  const [day = "", time = "", offset = ""] = times.format(Date.parse(instant)).split(" ");
  return `${formatDocumentDay(language, day)} ${time} (UTC${offset})`;
}

/**
 * End of a tour's part in a case: by the crew's clock where the crew ended it, as the other times of a link are, else
 * the time when the server took the case away.
 */
export const endOfTourPart = ({
  finished_at,
  closed_at,
}: Pick<Static<typeof TourCaseState>, "finished_at" | "closed_at">) => finished_at ?? closed_at;

function formatDocumentDay(language: Language, day: string): string {
  const [year, month, date] = day.slice(0, 10).split("-");
  return language === "de" ? `${date}.${month}.${year}` : day.slice(0, 10);
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
/** Whether a text is a day of the calendar; 30 February is none, which `Date` takes for one in March. */
function isDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return DAY_PATTERN.test(text) && !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}
const isMoment = (text: string) => isDay(text.slice(0, 10)) && text[10] === "T" && !Number.isNaN(Date.parse(text));

/** Value of a case in words, depending on its field; empty for an unknown value. */
export function formatFieldValue(writing: DocumentContext, value: unknown, field = ""): string {
  const { language } = writing;
  const phrases = documentPhrasesOf(language);
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? phrases.yes : phrases.no;
  if (typeof value === "number") return language === "de" ? String(value).replace(".", ",") : String(value);
  if (typeof value !== "string") return "";
  if (dayFieldNames.has(field) && isDay(value)) return formatDocumentDay(language, value);
  if (momentFieldNames.has(field) && isMoment(value)) return formatDocumentMoment(writing, value);
  return personNameInDocument(language, labelForFieldValue(language, field, value));
}

/** Known facts about an object, in the order of its words; nested facts follow the name of their parent. */
export function listLabeledValuesOf(
  writing: DocumentContext,
  thing: object | null | undefined,
  words: Readonly<Record<string, TranslatedWord>>,
): LabeledValue[] {
  return listNestedFacts("", { writing, thing, words });
}

interface ObjectToDescribe {
  readonly writing: DocumentContext;
  readonly thing: object | null | undefined;
  readonly words: Readonly<Record<string, TranslatedWord>>;
}

function listNestedFacts(holder: string, { writing, thing, words }: ObjectToDescribe): LabeledValue[] {
  if (!thing) return [];
  const held: Readonly<Record<string, unknown>> = { ...thing };
  return Object.keys(words).flatMap((field): LabeledValue[] => {
    const value = held[field];
    const name = holder + wordInLanguage(writing.language, words[field] as TranslatedWord);
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return listNestedFacts(`${name}: `, { writing, thing: value, words });
    const text = formatFieldValue(writing, value, field);
    return text === "" ? [] : [[name, text]];
  });
}

/** Section with its heading, or nothing where there is no content. */
export const titledSection = (title: string, blocks: readonly DocumentBlock[]): DocumentBlock[] =>
  blocks.length === 0 ? [] : [{ kind: "heading", text: title, level: 2 }, ...blocks];

export const titledLabeledValuesSection = (title: string, facts: readonly LabeledValue[]): DocumentBlock[] =>
  titledSection(title, facts.length === 0 ? [] : [{ kind: "facts", facts }]);

/** Frame of every document: its title on top, its maker and the time at the foot. */
export function createPrintableDocument(
  writing: DocumentContext,
  title: string,
  blocks: readonly DocumentBlock[],
): PaperDocument {
  const { language, company, maker, now, times } = writing;
  const phrases = documentPhrasesOf(language);
  const made = formatDocumentMoment(writing, now.toISOString());
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
