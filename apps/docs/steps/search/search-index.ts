import MiniSearch from "minisearch";
import { searchIndexOptions } from "../../src/search/search-index";
import { type BuiltPage, buildSearchDocuments } from "./documents";

/** File name of the search index, which browsers fetch when the search is used. */
export const SEARCH_INDEX_FILE = "search-index.json";

/** The index of the site as a file. */
export function buildSearchIndex(pages: readonly BuiltPage[]): string {
  const index = new MiniSearch(searchIndexOptions);
  index.addAll(buildSearchDocuments(pages));
  return JSON.stringify(index);
}
