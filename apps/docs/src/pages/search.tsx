import Head from "@docusaurus/Head";
import Link from "@docusaurus/Link";
import { useHistory, useLocation } from "@docusaurus/router";
import useIsBrowser from "@docusaurus/useIsBrowser";
import Heading from "@theme/Heading";
import Layout from "@theme/Layout";
import { useEffect, useState } from "react";
import { groupHits } from "../search/groups";
import { SearchResultItem } from "../search/result";
import { NearestSuggestions } from "../search/search-results";
import { useSearch } from "../search/use-search";
import styles from "../search/search-page.module.css";

/** Page with all search results, at an address that can be kept: the navbar's dialog shows only the first. */
export default function SearchPage() {
  const [query, ask] = useQueryInAddress();
  const search = useSearch(query);
  return (
    <Layout title="Search" description="Search guides, operations and errors of the documentation.">
      <Head>
        <meta name="robots" content="noindex, follow" />
      </Head>
      <main className={`container margin-vert--lg ${styles.page}`}>
        <Heading as="h1">Search</Heading>
        <label htmlFor="search-page">Search guides, operations and errors</label>
        <input
          id="search-page"
          className={styles.input}
          type="search"
          autoComplete="off"
          value={query}
          onChange={({ target }) => ask(target.value)}
        />
        <p role="status" className={styles.count}>
          {search.hits.length > 0 && `${search.hits.length} results`}
          {search.also.length > 0 && search.hits.length > 0 && `, also for ${search.also.join(", ")}`}
          {query !== "" && search.isLoading && "Loading ..."}
        </p>
        {search.hasFailed && (
          <p role="alert">
            The search could not be loaded.{" "}
            <button type="button" className="button button--primary" onClick={search.retry}>
              Retry
            </button>
          </p>
        )}
        {query !== "" && !search.isLoading && !search.hasFailed && search.hits.length === 0 && (
          <NearestSuggestions query={query} words={search.nearest} onAsk={ask} />
        )}
        {groupHits(search.hits).map(({ name, hits }) => (
          <section key={name}>
            <Heading as="h2">
              {name} <span className={styles.count}>{hits.length}</span>
            </Heading>
            <ul className={styles.list}>
              {hits.map((hit) => (
                <li key={hit.to + hit.title}>
                  <Link to={hit.to}>
                    <SearchResultItem hit={hit} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </Layout>
  );
}

/** Text of the field; the address follows it, and it follows the address where a link or the history leads. */
function useQueryInAddress() {
  const { search: parameters } = useLocation();
  const history = useHistory();
  // The page is built without a text, and the first render has to equal the built HTML.
  const asked = useIsBrowser() ? (new URLSearchParams(parameters).get("q") ?? "") : "";
  // The address follows what is typed a moment later, when more may have been typed.
  const [typed, setTyped] = useState<string>();
  useEffect(() => history.listen((_, action) => action !== "REPLACE" && setTyped(undefined)), [history]);
  const ask = (wanted: string) => {
    setTyped(wanted);
    history.replace({ search: wanted === "" ? "" : `?q=${encodeURIComponent(wanted)}` });
  };
  return [typed ?? asked, ask] as const;
}
