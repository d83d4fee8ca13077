import { foldCaseAndAccents } from "#shared/text/fold.ts";

/** Folds text with German umlauts as two letters. */
const foldUmlautsLong = (text: string): string =>
  foldCaseAndAccents(text.toLowerCase().replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue"));

/** Rank of a text for typed words: each has to begin one of its words (2), or to be contained (1); else 0. */
export function rankTextMatch(text: string, typed: string): number {
  const words = foldCaseAndAccents(typed).split(/\s+/).filter(Boolean);
  return Math.max(rankFoldedText(foldCaseAndAccents(text), words), rankFoldedText(foldUmlautsLong(text), words));
}

function rankFoldedText(text: string, words: readonly string[]): number {
  const squeezed = text.replaceAll(/[\s-]/g, "");
  const ranks = words.map((word) => {
    if (text.split(/[\s·,.-]+/).some((part) => part.startsWith(word))) return 2;
    return text.includes(word) || squeezed.includes(word.replaceAll("-", "")) ? 1 : 0;
  });
  return Math.min(2, ...ranks);
}

/** The best results first, in their own order among equals. */
export function bestPaletteMatches<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  { typed, atMost }: MatchOptions,
): T[] {
  const ranked = items
    .map((item) => ({ item, rank: rankTextMatch(textOf(item), typed) }))
    .filter(({ rank }) => rank > 0);
  return ranked
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, atMost)
    .map(({ item }) => item);
}
interface MatchOptions {
  readonly typed: string;
  readonly atMost: number;
}
