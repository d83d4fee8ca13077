import { useLocation } from "@docusaurus/router";
import useBrokenLinks from "@docusaurus/useBrokenLinks";
import useIsBrowser from "@docusaurus/useIsBrowser";
import Layout from "@theme/Layout";
import NotFoundContent from "@theme/NotFound/Content";
import { lazy, Suspense, useCallback, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { PageFragment } from "./fragment";
import { OVERVIEW_FRAGMENT } from "./fragments";
import { operationMenuEntryOf, operationMenuGroups } from "./menu";
import { OperationMenu } from "./operation-menu";
import { operationIdAtUrl } from "./place";
import { ReferencePageEnd } from "./reference-end";
import { useSectionBar } from "./use-section-bar";
import "./styles/frame.css";
import "./styles/menu.css";
import "./styles/article.css";
import "./styles/samples.css";
import "./styles/try-it.css";
import "./styles/narrow.css";

const TryIt = lazy(async () => ({ default: (await import("./try-it/try-it")).TryIt }));
const operationCount = operationMenuGroups.reduce((sum, { operations }) => sum + operations.length, 0);

/**
 * The reference: one frame for the overview and the page of each operation, so that the menu stays when the page
 * changes.
 */
export default function ReferencePage() {
  const location = useLocation();
  const isBrowser = useIsBrowser();
  // Pages are built without the part behind the #, and the first render has to equal the built HTML.
  const id = operationIdAtUrl({ pathname: location.pathname, hash: isBrowser ? location.hash : "" });
  const entry = operationMenuEntryOf(id);
  useCollectAnchors();
  useSectionBar(id);
  const [tried, setTried] = useState<{ id: string; place: Element } | undefined>();
  const onTry = useCallback((place: Element) => setTried({ id, place }), [id]);
  const closeTry = () => {
    flushSync(() => setTried(undefined));
    tried?.place.parentElement?.querySelector<HTMLElement>("[data-try-open]")?.focus();
  };
  if (id !== "" && entry === undefined)
    return (
      <Layout title="Page not found">
        <NotFoundContent />
      </Layout>
    );
  const title = entry?.title ?? "API reference";
  const description = entry
    ? `${entry.method} /api/v1${entry.path}: ${entry.title}. Parameters, fields, errors, and samples to run.`
    : `All ${operationCount} operations of the API: what they do, who may call them, samples, and a place to try them.`;
  return (
    <Layout title={title} description={description} wrapperClassName="ref">
      <div className="ref-frame">
        <OperationMenu current={id} />
        <main>
          <PageFragment name={id === "" ? OVERVIEW_FRAGMENT : id} onTry={onTry} />
          <ReferencePageEnd page={id === "" ? "/openapi/" : `/openapi/${id}`} />
        </main>
        {tried?.id === id &&
          createPortal(
            <Suspense fallback={<p role="status">Loading ...</p>}>
              <TryIt id={id} onClose={closeTry} />
            </Suspense>,
            tried.place,
          )}
      </div>
    </Layout>
  );
}

/** Registers the anchors that links from other pages may lead to, so that the build checks them. */
function useCollectAnchors() {
  const { collectAnchor } = useBrokenLinks();
  for (const { tag, operations } of operationMenuGroups) {
    collectAnchor(`tag-${tag}`);
    for (const { id } of operations) collectAnchor(id);
  }
}
