/** Order of readings that run at once: one that ends late must not replace what a newer one has shown. */
export function createStaleReadGuard() {
  let begun = 0;
  let shown = 0;
  return {
    /** Begins a reading; returns its number in the order of readings. */
    begin: () => (begun += 1),
    /** Whether the reading of this turn may be shown; no older one may be shown after it. */
    show(turn: number): boolean {
      if (turn < shown) return false;
      shown = turn;
      return true;
    },
  };
}
