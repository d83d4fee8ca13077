export interface DocPageEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** Pages whose address or title shares most pairs of letters with the requested one, the best first. */
export function findSimilarPages(asked: string, pages: readonly DocPageEntry[], count = 5): readonly DocPageEntry[] {
  const wanted = letterPairsOf(asked);
  return pages
    .map((page) => ({
      page,
      likeness: Math.max(pathSimilarity(wanted, page.path), pathSimilarity(wanted, page.title)),
    }))
    .filter(({ likeness: share }) => share > 0.2)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ page }) => page);
}

/** Dice's coefficient: 1 for the same pairs, 0 for none in common. */
function pathSimilarity(wanted: ReadonlySet<string>, text: string): number {
  const pairs = letterPairsOf(text);
  const common = [...pairs].filter((pair) => wanted.has(pair)).length;
  return pairs.size + wanted.size === 0 ? 0 : (2 * common) / (pairs.size + wanted.size);
}

/** Pairs of letters without /docs/, with which all addresses begin. */
function letterPairsOf(text: string): ReadonlySet<string> {
  const letters = text
    .toLowerCase()
    .replace(/^\/docs\/|\.html$/g, "")
    .replaceAll(/[^a-z\d]+/g, " ")
    .trim();
  return new Set(Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2)));
}
