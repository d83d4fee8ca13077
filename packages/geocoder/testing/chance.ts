/** Numbers that look random and are the same in every run (mulberry32), so that a drawn sample can be named by its seed. */
export interface Chance {
  /** 0 ≤ x < 1. */
  readonly next: () => number;
  /** A whole number, 0 ≤ x < bound. */
  readonly below: (bound: number) => number;
  /** True in so many of a hundred cases. */
  readonly percent: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    percent: (share) => next() * 100 < share,
    pick: (items) => items[below(items.length)] as never,
  };
}

/** So many distinct items, in drawn order; all of them when there are fewer. */
export function draw<Item>(items: readonly Item[], count: number, chance: Chance): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const at = chance.below(rest.length);
    const drawn = rest[at] as Item;
    rest[at] = rest[rest.length - 1] as Item;
    rest.pop();
    return drawn;
  });
}
