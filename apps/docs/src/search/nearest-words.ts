import type { SearchEntry, SearchIndex } from "./search-index";
import { splitIntoWords } from "./words";

const NEAREST_COUNT = 3;

/** Words of titles that share most pairs of letters with the query, the best first. */
export function findSimilarTitleWords(index: SearchIndex, query: string): readonly string[] {
  const wanted = letterPairsOf(query.toLowerCase());
  return [...titleWords(index)]
    .map((word) => ({ word, likeness: wordSimilarity(wanted, letterPairsOf(word)) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, NEAREST_COUNT)
    .map(({ word }) => word);
}

function titleWords(index: SearchIndex): ReadonlySet<string> {
  const words = new Set<string>();
  for (let id = 0; id < index.documentCount; id++) {
    const { title = "", kind } = (index.getStoredFields(id) ?? {}) as Partial<SearchEntry>;
    if (kind !== "field") for (const word of splitIntoWords(title)) if (word.length > 3) words.add(word);
  }
  return words;
}

/** Dice's coefficient: 1 for the same pairs, 0 for none in common. */
function wordSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

const letterPairsOf = (word: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(word.length - 1, 0) }, (_, at) => word.slice(at, at + 2)));
