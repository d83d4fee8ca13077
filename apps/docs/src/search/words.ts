/** Characters between words. All others belong to names: `lock_version`, `/cases/{id}`, `X-Tenant-Key`. */
const WORD_SEPARATORS = /[^\p{L}\p{N}_/.-]+/u;
const EDGE_PUNCTUATION = /^[-/.]+|[-/.]+$/g;
const WORD_PARTS_PATTERN = /[_/.-]+|(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Words of a text as they stand, and their parts: `createCase` is also `create` and `case`. */
export function splitIntoWords(text: string): string[] {
  return text
    .replaceAll(/[{}]/g, "")
    .split(WORD_SEPARATORS)
    .map((word) => word.replaceAll(EDGE_PUNCTUATION, ""))
    .filter((word) => word !== "")
    .flatMap((word) => {
      const parts = word.split(WORD_PARTS_PATTERN).filter((part) => part !== "");
      return parts.length > 1 ? [word, ...parts] : [word];
    })
    .map((word) => singularOf(word.toLowerCase()));
}

/**
 * Query without the base URL in front of a path: pages show `/api/v1/cases` and samples its whole address, where the
 * index knows `/cases`.
 */
export const withoutBaseUrl = (query: string) => query.replace(/(?:https?:\/\/\S*?)?\/api\/v1(?=\/)/gi, "");

/** Singular of a word, so that either form finds both. */
const singularOf = (word: string) => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** Words of a question without a meaning for the search. */
const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from how i if in is it its me my of on or the this to what when where which who why with you your".split(
    " ",
  ),
);

/** Words to search for: without empty ones, unless there are no others. */
export function queryWords(query: string): readonly string[] {
  const words = query.split(/\s+/).filter((word) => word !== "");
  const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}
