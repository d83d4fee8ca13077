import { useEffect, useMemo, useState } from "react";
import type { Found } from "./find";
import { loadSearch, type Search } from "./load-search";

const NOTHING: Found = { hits: [], also: [], nearest: [] };

export interface SearchState extends Found {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Results of a query, while it is typed. */
export function useSearch(query: string): SearchState {
  const [search, setSearch] = useState<Search>();
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
  const found = useMemo(() => search?.(query) ?? NOTHING, [search, query]);
  const retry = () => {
    setHasFailed(false);
    setAttempt(attempt + 1);
  };
  return { ...found, isLoading: search === undefined && !hasFailed, hasFailed, retry };
}
