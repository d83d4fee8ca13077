import type { Entry, SearchIndex } from "./search-index";
import { wordsOf } from "./words";

const COUNT = 3;

/** Words of titles that share most pairs of letters with the query, the best first. */
export function nearestWords(index: SearchIndex, query: string): readonly string[] {
  const wanted = pairsOf(query.toLowerCase());
  return [...titleWords(index)]
    .map((word) => ({ word, likeness: likeness(wanted, pairsOf(word)) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, COUNT)
    .map(({ word }) => word);
}

function titleWords(index: SearchIndex): ReadonlySet<string> {
  const words = new Set<string>();
  for (let id = 0; id < index.documentCount; id++) {
    const { title = "", kind } = (index.getStoredFields(id) ?? {}) as Partial<Entry>;
    if (kind !== "field") for (const word of wordsOf(title)) if (word.length > 3) words.add(word);
  }
  return words;
}

/** Dice's coefficient: 1 for the same pairs, 0 for none in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

const pairsOf = (word: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(word.length - 1, 0) }, (_, at) => word.slice(at, at + 2)));
