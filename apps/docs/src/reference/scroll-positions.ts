/**
 * Scroll positions of pages, by the keys of the browser's history. Beyond a limit, those that were left longest ago are
 * dropped.
 */
export class ScrollPositions {
  readonly #most: number;
  readonly #places = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  of(key: string): number | undefined {
    return this.#places.get(key);
  }

  keep(key: string, place: number) {
    // A map iterates in the order of insertion.
    this.#places.delete(key);
    this.#places.set(key, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > this.#most && oldest !== undefined) this.#places.delete(oldest);
  }
}
