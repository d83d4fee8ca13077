import useBrokenLinks from "@docusaurus/useBrokenLinks";
import list from "@site/generated/operation-list.json";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { showMatches } from "./find-operations";
import "./operation-list.css";

const OperationPanel = lazy(async () => ({ default: (await import("./operation-panel")).OperationPanel }));

interface OperationListProps {
  /** What somebody looks for. */
  readonly wanted: string;
  readonly onFound: (count: number) => void;
  /** With the place of the operation in the interactive reference. */
  readonly onTry: (place: string) => void;
}
interface Opened {
  readonly id: string;
  readonly place: string;
  readonly at: Element;
}

/**
 * All operations, as HTML that stands in the page already and that React leaves alone; only what is opened is alive.
 * Who comes from another page of the site fetches the same HTML.
 */
export function OperationList({ wanted, onFound, onTry }: OperationListProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isFilled, setIsFilled] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const { collectAnchor } = useBrokenLinks();
  for (const anchor of list.anchors) collectAnchor(anchor);

  useEffect(() => {
    if (root.current === null) return;
    fill(root.current).then(
      () => setIsFilled(true),
      (error: unknown) => setFault(String(error)),
    );
  }, []);
  useEffect(() => {
    if (isFilled && root.current !== null) onFound(showMatches(root.current, wanted));
  }, [isFilled, wanted, onFound]);
  useEffect(() => {
    const element = root.current;
    const open = ({ target }: Event) => {
      const entry = target instanceof HTMLDetailsElement && target.open ? openedOf(target) : undefined;
      if (entry !== undefined)
        setOpened((known) => (known.some(({ id }) => id === entry.id) ? known : [...known, entry]));
    };
    // This event does not bubble.
    element?.addEventListener("toggle", open, { capture: true });
    return () => element?.removeEventListener("toggle", open, { capture: true });
  }, []);

  return (
    <>
      {fault !== undefined && <p role="alert">The list could not be loaded. Reload the page to try again. ({fault})</p>}
      {/* oxlint-disable-next-line react/no-danger -- made by our own build, see steps/operation-list.ts */}
      <div ref={root} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: list.html }} />
      {opened.map(({ id, place, at }) =>
        createPortal(
          <Suspense fallback={<p>Loading ...</p>}>
            <OperationPanel id={id} onTry={() => onTry(place)} />
          </Suspense>,
          at,
          id,
        ),
      )}
    </>
  );
}

async function fill(root: HTMLElement) {
  if (root.childElementCount > 0) return;
  // A name that ends as pages do would lead to a page.
  const answer = await fetch("/reference/operations.txt");
  if (!answer.ok) throw new Error(`It was answered with ${answer.status}.`);
  root.innerHTML = await answer.text();
  // The target of the address was not there when the page was.
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
}

function openedOf(details: HTMLDetailsElement): Opened | undefined {
  const { operation, reference } = details.dataset;
  const at = details.lastElementChild;
  if (operation === undefined || reference === undefined || at === null) return undefined;
  return { id: operation, place: reference, at };
}
