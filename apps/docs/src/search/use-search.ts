import { useEffect, useMemo, useState } from "react";
import type { SearchResults } from "./find";
import { loadSearch, type SearchFunction } from "./load-search";

const NO_RESULTS: SearchResults = { hits: [], also: [], nearest: [] };

export interface SearchState extends SearchResults {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Results of a query, while it is typed. */
export function useSearch(query: string): SearchState {
  const [search, setSearch] = useState<SearchFunction>();
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    loadSearch().then(
      (loaded) => isWanted && setSearch(() => loaded),
      () => isWanted && setHasFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  const found = useMemo(() => search?.(query) ?? NO_RESULTS, [search, query]);
  const retry = () => {
    setHasFailed(false);
    setAttempt(attempt + 1);
  };
  return { ...found, isLoading: search === undefined && !hasFailed, hasFailed, retry };
}
