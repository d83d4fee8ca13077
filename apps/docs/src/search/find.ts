import type { SearchResult } from "minisearch";
import { nearestWords } from "./nearest-words";
import { BOOSTS, type Entry, KIND_BOOSTS, type SearchIndex } from "./search-index";
import { synonyms } from "./synonyms";
import { wantedWords, wordsOf } from "./words";

export interface Hit extends Entry {
  /** Words of its text by which it was found, in lower case. */
  readonly found: readonly string[];
}

export interface Found {
  readonly hits: readonly Hit[];
  /** Words that were looked for as well. */
  readonly also: readonly string[];
  /** Where there is no hit: words that come nearest. */
  readonly nearest: readonly string[];
}

/** Less than a word that somebody has written, so that what they meant comes first. */
const SYNONYM_WEIGHT = 0.2;
/** More than any sum of words; of operations with one path, the one whose method is written, or else the one that reads. */
const EXACT = 1e9;
const ANSWERED_POWER = 4;
const PREFIX_LETTERS_MIN = 2;

type Stored = SearchResult & Entry & { readonly operation?: string; readonly code?: string };

/** All that is found, best first: what is called exactly so, and then by how much of the question it answers. */
export function find(index: SearchIndex, query: string): Found {
  const asked = wantedWords(query).map(wordsOf);
  const words = [...new Set(asked.flat())];
  if (words.length === 0) return { hits: [], also: [], nearest: [] };
  const also = synonymsOf(query);
  const added = new Set(
    also
      .flatMap(wantedWords)
      .flatMap((word) => wordsOf(word).slice(0, 1))
      .filter((word) => !words.includes(word)),
  );
  const results = index.search([...words, ...added].join(" "), {
    tokenize: (text) => text.split(" "),
    boost: BOOSTS,
    bm25: { k: 1.2, b: 0.3, d: 0.5 },
    boostTerm: (term) => (added.has(term) ? SYNONYM_WEIGHT : 1),
    boostDocument: (_id, _term, stored) => boostOf(stored as unknown as Entry),
    prefix: (term) => term.length >= PREFIX_LETTERS_MIN && !added.has(term),
    fuzzy: (term) => (added.has(term) ? false : lettersOff(term)),
  }) as Stored[];
  const exact = query.trim().toLowerCase();
  const hits = results
    .map((result) => ({
      result,
      score: isCalled(result, exact) ? exactScoreOf(result, exact) : scoreOf(result, asked),
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ result }) => hitOf(result));
  return { hits, also, nearest: hits.length > 0 ? [] : nearestWords(index, query) };
}

/** A guide as a whole goes first; one of its steps is no better than the page that is about nothing else. */
const boostOf = ({ kind, to }: Entry) => (kind === "guide" && to.includes("#") ? 1 : KIND_BOOSTS[kind]);

/** How many letters may be wrong. */
const lettersOff = (term: string) => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : false);

const exactScoreOf = ({ label }: Stored, exact: string) =>
  EXACT + (exact.startsWith(`${label.toLowerCase()} /`) ? 2 : label === "GET" ? 1 : 0);

/** What has all words goes before what has one of them often, and what is about nothing else before what is also about it. */
const scoreOf = (result: Stored, asked: readonly (readonly string[])[]) =>
  result.score * answeredOf(result, asked) ** ANSWERED_POWER * (1 + namedOf(result));

function namedOf({ title, terms }: Stored): number {
  const words = wantedWords(title).flatMap(wordsOf);
  return words.filter((word) => terms.includes(word)).length / words.length;
}

/** Which share of the words it has; a synonym stands for the one that it was added for. */
function answeredOf({ queryTerms }: SearchResult, asked: readonly (readonly string[])[]): number {
  const answered = asked.filter((forms) => forms.some((form) => queryTerms.includes(form))).length;
  return Math.max(answered, 0.5) / asked.length;
}

/** By its operation id, its path or its code. */
const isCalled = ({ kind, operation = "", code = "" }: Stored, exact: string) =>
  (kind === "operation" &&
    operation
      .toLowerCase()
      .split(" ")
      .includes(exact.replace(/^\w+ (?=\/)/, ""))) ||
  (kind === "error" && code.toLowerCase() === exact);

/** All that means the same as something in the question. */
function synonymsOf(query: string): readonly string[] {
  const text = ` ${query.toLowerCase()} `;
  const isAsked = (word: string) => new RegExp(`\\W${word}(s|ing)?\\W`).test(text);
  return [...new Set(synonyms.filter((row) => row.some(isAsked)).flat())].filter((word) => !isAsked(word));
}

const hitOf = ({ kind, to, title, part, label, text, terms }: Stored): Hit => ({
  kind,
  to,
  title,
  part,
  label,
  text,
  found: terms,
});
