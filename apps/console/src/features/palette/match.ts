import { fold } from "#shared/text/fold.ts";

/** German umlauts in two letters. */
const foldLong = (text: string): string =>
  fold(text.toLowerCase().replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue"));

/** How well a text answers what was typed: every word has to begin one of its own (2), or to be in it (1); else 0. */
export function rankOf(text: string, typed: string): number {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return Math.max(rankFolded(fold(text), words), rankFolded(foldLong(text), words));
}

function rankFolded(text: string, words: readonly string[]): number {
  const squeezed = text.replaceAll(/[\s-]/g, "");
  const ranks = words.map((word) => {
    if (text.split(/[\s·,.-]+/).some((part) => part.startsWith(word))) return 2;
    return text.includes(word) || squeezed.includes(word.replaceAll("-", "")) ? 1 : 0;
  });
  return Math.min(2, ...ranks);
}

/** The best first, in their own order among equals. */
export function bestOf<T>(items: readonly T[], textOf: (item: T) => string, { typed, atMost }: Search): T[] {
  const ranked = items.map((item) => ({ item, rank: rankOf(textOf(item), typed) })).filter(({ rank }) => rank > 0);
  return ranked
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, atMost)
    .map(({ item }) => item);
}
interface Search {
  readonly typed: string;
  readonly atMost: number;
}
