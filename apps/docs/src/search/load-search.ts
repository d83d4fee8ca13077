import type { SearchResults } from "./find";

export type SearchFunction = (query: string) => SearchResults;

let searchPromise: Promise<SearchFunction> | undefined;

/** Loads the search when it is about to be used; after a failure it is loaded again the next time. */
export function loadSearch(): Promise<SearchFunction> {
  searchPromise ??= loadSearchIndex().catch((error: unknown) => {
    searchPromise = undefined;
    throw error;
  });
  return searchPromise;
}

async function loadSearchIndex(): Promise<SearchFunction> {
  const [answer, { findHits }, { parseSearchIndex }] = await Promise.all([
    fetch("/search-index.json"),
    import("./find"),
    import("./search-index"),
  ]);
  if (!answer.ok) throw new Error(`The index was answered with ${answer.status}.`);
  const index = parseSearchIndex(await answer.text());
  return (query) => findHits(index, query);
}
