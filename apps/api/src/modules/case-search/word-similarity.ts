/** Trigrams of a text: each three letters that follow one another. */
function trigramsOf(text: string): ReadonlySet<string> {
  const letters = Array.from(text);
  return new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")));
}

/**
 * Lower bound, 0 to 1, of the `word_similarity` of pg_trgm between a word and any text that contains a spelling of it,
 * even inside a longer word: the share of trigrams in common. pg_trgm pads the word with two blanks before it and one
 * after it. 0 for words with other signs than a to z: pg_trgm takes them apart there, and in a database of the locale C
 * it knows no other letters.
 */
export function minimumWordSimilarity(word: string, spelling: string): number {
  if (!/^[a-z]+$/.test(word + spelling)) return 0;
  const [wanted, contained] = [trigramsOf(`  ${word} `), trigramsOf(spelling)];
  const shared = [...contained].filter((trigram) => wanted.has(trigram)).length;
  return shared / (wanted.size + contained.size - shared);
}
