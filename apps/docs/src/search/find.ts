import type { SearchResult } from "minisearch";
import { findSimilarTitleWords } from "./nearest-words";
import { FIELD_BOOSTS, type SearchEntry, KIND_BOOSTS, type SearchIndex } from "./search-index";
import { searchSynonyms } from "./synonyms";
import { queryWords, splitIntoWords, withoutBaseUrl } from "./words";

export interface SearchHit extends SearchEntry {
  /** Matched words of its text, in lower case. */
  readonly found: readonly string[];
}

export interface SearchResults {
  readonly hits: readonly SearchHit[];
  /** Related words that the search included. */
  readonly also: readonly string[];
  /** Nearest words, when there is no hit. */
  readonly nearest: readonly string[];
}

/** Weight of a synonym, less than that of a typed word, so that the literal meaning comes first. */
const SYNONYM_WEIGHT = 0.2;
/**
 * Weight above any sum of words, for an exact name; among operations with one path, the typed method, else the reading
 * one.
 */
const EXACT_WEIGHT = 1e9;
const MATCHED_WORDS_POWER = 4;
const PREFIX_LETTERS_MIN = 2;

type StoredHit = SearchResult & SearchEntry & { readonly operation?: string; readonly code?: string };

/** All hits, the best first: exact names, and then by how many of the typed words they contain. */
export function findHits(index: SearchIndex, typed: string): SearchResults {
  const query = withoutBaseUrl(typed);
  const asked = queryWords(query).map(splitIntoWords);
  const words = [...new Set(asked.flat())];
  if (words.length === 0) return { hits: [], also: [], nearest: [] };
  const also = synonymsOf(query);
  const added = new Set(
    also
      .flatMap(queryWords)
      .flatMap((word) => splitIntoWords(word).slice(0, 1))
      .filter((word) => !words.includes(word)),
  );
  const results = index.search([...words, ...added].join(" "), {
    tokenize: (text) => text.split(" "),
    boost: FIELD_BOOSTS,
    bm25: { k: 1.2, b: 0.3, d: 0.5 },
    boostTerm: (term) => (added.has(term) ? SYNONYM_WEIGHT : 1),
    boostDocument: (_id, _term, stored) => boostOfEntry(stored as unknown as SearchEntry),
    prefix: (term) => term.length >= PREFIX_LETTERS_MIN && !added.has(term),
    fuzzy: (term) => (added.has(term) ? false : fuzzyDistance(term)),
  }) as StoredHit[];
  const exact = query.trim().toLowerCase();
  const hits = results
    .map((result) => ({
      result,
      score: isExactName(result, exact) ? exactScoreOf(result, exact) : scoreOfHit(result, asked),
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ result }) => toSearchHit(result));
  return { hits, also, nearest: hits.length > 0 ? [] : findSimilarTitleWords(index, query) };
}

/** Boost of an entry: a guide as a whole comes first; one of its steps counts no more than a page about that alone. */
const boostOfEntry = ({ kind, to }: SearchEntry) => (kind === "guide" && to.includes("#") ? 1 : KIND_BOOSTS[kind]);

/** Number of letters of a term that may differ in a match. */
const fuzzyDistance = (term: string) => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : false);

const exactScoreOf = ({ label }: StoredHit, exact: string) =>
  EXACT_WEIGHT + (exact.startsWith(`${label.toLowerCase()} /`) ? 2 : label === "GET" ? 1 : 0);

/**
 * Score of a hit: one with all words goes before one with a single word often, and a page about nothing else before one
 * that is also about it.
 */
const scoreOfHit = (result: StoredHit, asked: readonly (readonly string[])[]) =>
  result.score * matchedWordCount(result, asked) ** MATCHED_WORDS_POWER * (1 + countTitleMatches(result));

function countTitleMatches({ title, terms }: StoredHit): number {
  const words = queryWords(title).flatMap(splitIntoWords);
  return words.filter((word) => terms.includes(word)).length / words.length;
}

/** Share of the typed words that a hit contains; a synonym counts as the word that it was added for. */
function matchedWordCount({ queryTerms }: SearchResult, asked: readonly (readonly string[])[]): number {
  const answered = asked.filter((forms) => forms.some((form) => queryTerms.includes(form))).length;
  return Math.max(answered, 0.5) / asked.length;
}

/** Whether the text is exactly the hit's operation id, path or code. */
const isExactName = ({ kind, operation = "", code = "" }: StoredHit, exact: string) =>
  (kind === "operation" &&
    operation
      .toLowerCase()
      .split(" ")
      .includes(exact.replace(/^\w+ (?=\/)/, ""))) ||
  (kind === "error" && code.toLowerCase() === exact);

/** All synonyms of words in the query. */
function synonymsOf(query: string): readonly string[] {
  const text = ` ${query.toLowerCase()} `;
  const isAsked = (word: string) => new RegExp(`\\W${word}(s|ing)?\\W`).test(text);
  return [...new Set(searchSynonyms.filter((row) => row.some(isAsked)).flat())].filter((word) => !isAsked(word));
}

const toSearchHit = ({ kind, to, title, part, label, text, terms }: StoredHit): SearchHit => ({
  kind,
  to,
  title,
  part,
  label,
  text,
  found: terms,
});
