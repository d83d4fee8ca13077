import MiniSearch, { type Options } from "minisearch";
import { splitIntoWords } from "./words";

export type SearchEntryKind = "guide" | "concept" | "page" | "operation" | "field" | "error";

/** Data of a hit for display. */
export interface SearchEntry {
  readonly kind: SearchEntryKind;
  /** Address of the hit. */
  readonly to: string;
  readonly title: string;
  /** Page, operation or kind of error that it is a part of. */
  readonly part: string;
  /** Method of an operation, or status of an error. */
  readonly label: string;
  readonly text: string;
}

/** Entry with the text that is searched. */
export interface SearchDocument extends SearchEntry {
  readonly id: number;
  /** Title of a page; empty for its sections. */
  readonly page?: string;
  readonly heading?: string;
  /** Id and path of an operation. */
  readonly operation?: string;
  readonly code?: string;
  readonly synonyms?: string;
  readonly body: string;
}

export const FIELD_BOOSTS = { page: 6, heading: 4, operation: 4, code: 5, synonyms: 3, body: 1 } as const;

/** Boosts by kind: guides go before the concepts that they use, and fields come last. */
export const KIND_BOOSTS: Readonly<Record<SearchEntryKind, number>> = {
  guide: 1.6,
  concept: 1.4,
  page: 1,
  operation: 1,
  error: 1,
  field: 0.5,
};

/** Options of the index, the same at build and in the browser. */
export const searchIndexOptions: Options<SearchDocument> = {
  fields: Object.keys(FIELD_BOOSTS),
  storeFields: ["kind", "to", "title", "part", "label", "text", "operation", "code"],
  tokenize: splitIntoWords,
  processTerm: (term) => term,
};

export type SearchIndex = MiniSearch<SearchDocument>;

export const parseSearchIndex = (json: string): SearchIndex =>
  MiniSearch.loadJSON<SearchDocument>(json, searchIndexOptions);
