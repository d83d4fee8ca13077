import MiniSearch, { type Options } from "minisearch";
import { wordsOf } from "./words";

export type Kind = "guide" | "concept" | "page" | "operation" | "field" | "error";

/** What is shown of a hit. */
export interface Entry {
  readonly kind: Kind;
  /** Where it is. */
  readonly to: string;
  readonly title: string;
  /** What it is a part of: a page, an operation, the kind of an error. */
  readonly part: string;
  /** Method of an operation, status of an error. */
  readonly label: string;
  readonly text: string;
}

/** What is looked through, beside what is shown. */
export interface SearchDocument extends Entry {
  readonly id: number;
  /** Title of a page; none in its sections. */
  readonly page?: string;
  readonly heading?: string;
  /** Operation id and path. */
  readonly operation?: string;
  readonly code?: string;
  readonly synonyms?: string;
  readonly body: string;
}

export const BOOSTS = { page: 6, heading: 4, operation: 4, code: 5, synonyms: 3, body: 1 } as const;

/** What guides say goes before what they explain, and a field before nothing else. */
export const KIND_BOOSTS: Readonly<Record<Kind, number>> = {
  guide: 1.6,
  concept: 1.4,
  page: 1,
  operation: 1,
  error: 1,
  field: 0.5,
};

/** The build makes the index with these, and the browser opens it with them. */
export const indexOptions: Options<SearchDocument> = {
  fields: Object.keys(BOOSTS),
  storeFields: ["kind", "to", "title", "part", "label", "text", "operation", "code"],
  tokenize: wordsOf,
  processTerm: (term) => term,
};

export type SearchIndex = MiniSearch<SearchDocument>;

export const openIndex = (json: string): SearchIndex => MiniSearch.loadJSON<SearchDocument>(json, indexOptions);
