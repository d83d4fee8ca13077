import type { SeededChance } from "@leitstand/scenario/chance";

/** Draws a number of distinct items, in drawn order; all of them when there are fewer. */
export function pickRandomDistinct<Item>(items: readonly Item[], count: number, chance: SeededChance): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const at = chance.below(rest.length);
    const drawn = rest[at] as Item;
    rest[at] = rest[rest.length - 1] as Item;
    rest.pop();
    return drawn;
  });
}
