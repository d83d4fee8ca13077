import Link from "@docusaurus/Link";
import { PageMetadata } from "@docusaurus/theme-common";
import { useLocation } from "@docusaurus/router";
import useIsBrowser from "@docusaurus/useIsBrowser";
import pages from "@site/generated/pages.json";
import Heading from "@theme/Heading";
import { findSimilarPages } from "../../../site/nearest-pages";

export default function NotFoundContent() {
  const { pathname } = useLocation();
  // The server answers every unknown address with one file, so similar pages can only be found in the browser.
  const isBrowser = useIsBrowser();
  const near = isBrowser ? findSimilarPages(pathname, pages) : [];
  const words = isBrowser
    ? pathname
        .replaceAll(/^\/docs\/|\.\w+$/g, "")
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim()
    : "";
  return (
    <main className="container margin-vert--xl">
      {/* Below /docs/ this stands in the frame of the documentation, which has no title of its own. */}
      <PageMetadata title="Page Not Found" />
      <Heading as="h1">Page Not Found</Heading>
      <p>There is no page at this address. Search for what you need, or go on with one of the pages below.</p>
      <form action="/search" className="margin-bottom--lg">
        <label htmlFor="not-found-search">Search the documentation</label>
        <div className="not-found-search">
          <input key={words} id="not-found-search" type="search" name="q" autoComplete="off" defaultValue={words} />
          <button type="submit" className="button button--primary">
            Search
          </button>
        </div>
      </form>
      {near.length > 0 && (
        <>
          <Heading as="h2">Nearest pages</Heading>
          <ul>
            {near.map(({ path, title, description }) => (
              <li key={path}>
                <Link to={path}>{title}</Link> {description}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Link to="/">Home</Link> · <Link to="/docs/intro">Introduction</Link> ·{" "}
        <Link to="/openapi/">API reference</Link>
      </p>
    </main>
  );
}
