import { WORD_SIMILARITY_THRESHOLD } from "#platform/database/postgres-session";

/** Trigrams of a text: each three letters that follow one another. */
function trigramsOf(text: string): ReadonlySet<string> {
  const letters = Array.from(text);
  return new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")));
}

/**
 * Returns whether every text that contains the spelling, even inside a longer word, counts as similar to the word for
 * pg_trgm. Its `word_similarity` is at least the share of trigrams in common, and pads a word with two blanks before it
 * and one after it. Words of other signs than letters are several words for pg_trgm: false.
 */
export function isSpellingSimilarAnywhere(word: string, spelling: string): boolean {
  if (!/^\p{L}+$/u.test(word + spelling)) return false;
  const [wanted, contained] = [trigramsOf(`  ${word} `), trigramsOf(spelling)];
  const shared = [...contained].filter((trigram) => wanted.has(trigram)).length;
  return shared / (wanted.size + contained.size - shared) > WORD_SIMILARITY_THRESHOLD;
}
