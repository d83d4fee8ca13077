/** Addresses at which clients find the product, one or several, and the choice of another when one is gone. */
export class NodePool {
  private next = 0;

  constructor(readonly urls: readonly string[]) {}

  /** Fetch function that stays with one node until that is lost, and then takes the next one. */
  fetchOf(): typeof fetch {
    let at = this.next++;
    return async (input, init) => {
      const base = this.urls[at % this.urls.length] as string;
      const url = new URL(input instanceof Request ? input.url : input);
      try {
        return await fetch(`${base}${url.pathname}${url.search}`, init);
      } catch (error) {
        // An abort by the caller says nothing about the node.
        if (init?.signal?.aborted !== true) at++;
        throw error;
      }
    };
  }
}
