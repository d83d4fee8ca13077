import { useHistory } from "@docusaurus/router";
import { useCallback, useEffect, useRef, useState } from "react";
import { isPlainClick } from "../contract/plain-click";
import { handleFragmentKey, handleFragmentClick, activateReferenceFragment } from "./fragment-actions";
import { loadReferenceFragment, OVERVIEW_FRAGMENT, prefetchReferenceFragment } from "./fragments";
import { useScrollRestoration } from "./use-scroll-restoration";

interface FragmentProps {
  /** Name of an operation, or the overview. */
  readonly name: string;
  /** Called when "Try it" is pressed, with the element for the form. */
  readonly onTry: (place: Element) => void;
}

const LOADING_SHOWN_AFTER_MS = 200;

/**
 * Main part of a page of the reference. The first one stays as it was built: React neither creates it again nor carries
 * it in its scripts. Others are fetched.
 */
export function PageFragment({ name, onTry }: FragmentProps) {
  const host = useRef<HTMLDivElement>(null);
  /** Name of the fragment in the host element; undefined before the first check. */
  const shown = useRef<string | undefined>(undefined);
  const [state, setState] = useState<"ready" | "late" | "failed">("ready");
  const [attempt, setAttempt] = useState(0);

  const isThere = useCallback(() => shown.current === name, [name]);
  const arrive = useScrollRestoration(isThere);

  const show = useCallback((fragment: string, html?: string) => {
    const element = host.current;
    if (element === null) return;
    if (html !== undefined) element.innerHTML = html;
    shown.current = fragment;
    activateReferenceFragment(element);
    setState("ready");
  }, []);

  useEffect(() => {
    if (shown.current === undefined && host.current?.firstElementChild) show(name);
    if (shown.current === name) {
      // Another page may have been asked for meanwhile, and not have come.
      setState("ready");
      return arrive(false);
    }
    let isOver = false;
    const timer = window.setTimeout(() => setState("late"), LOADING_SHOWN_AFTER_MS);
    loadReferenceFragment(name)
      .then((html) => {
        if (isOver) return;
        show(name, html);
        arrive(true);
      })
      .catch(() => !isOver && setState("failed"))
      .finally(() => window.clearTimeout(timer));
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [name, arrive, attempt, show]);

  useInteractiveParts(host, { name, onTry });

  return (
    <>
      {state === "late" && <div className="ref-late" role="status" aria-label="Loading" />}
      {state === "failed" && <LoadFailure onRetry={() => setAttempt(attempt + 1)} />}
      <div
        ref={host}
        className="ref-page"
        data-fragment={name}
        hidden={state === "failed"}
        suppressHydrationWarning
        // oxlint-disable-next-line react/no-danger -- it is filled by our own build, see steps/finish-page.ts
        dangerouslySetInnerHTML={EMPTY_HTML}
      />
    </>
  );
}

const LoadFailure = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className="ref-failed" role="alert">
    <p>This operation could not be loaded. Is there a connection?</p>
    <button type="button" className="button button--primary" onClick={onRetry}>
      Retry
    </button>
  </div>
);

/** Constant object: React would empty the element for a new one. */
const EMPTY_HTML = { __html: "" };

function useInteractiveParts(
  host: React.RefObject<HTMLDivElement | null>,
  { name, onTry }: { name: string; onTry: (place: Element) => void },
) {
  const history = useHistory();
  useEffect(() => {
    const root = host.current;
    if (root === null) return;
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || handleFragmentClick(root, event.target)) return;
      if (event.target.closest("[data-try-open]")) {
        const place = root.querySelector("[data-try]");
        if (place) onTry(place);
        return;
      }
      const to = event.target.closest("a")?.getAttribute("href");
      // Links to files are left to the browser.
      if (to === undefined || to === null || !isPlainClick(event) || !/^(?:#|\/(?:docs|openapi)\/)/.test(to)) return;
      event.preventDefault();
      history.push(to.startsWith("#") && name !== OVERVIEW_FRAGMENT ? `/openapi/${name}${to}` : to);
    };
    const key = (event: KeyboardEvent) => {
      if (handleFragmentKey(event.target, event.key)) event.preventDefault();
    };
    const point = ({ target }: Event) => {
      const to = target instanceof Element ? target.closest("a")?.getAttribute("href") : null;
      const [, id] = /^\/openapi\/(\w+)/.exec(to ?? "") ?? [];
      if (id !== undefined) prefetchReferenceFragment(id);
    };
    root.addEventListener("click", click);
    root.addEventListener("keydown", key);
    root.addEventListener("pointerover", point);
    return () => {
      root.removeEventListener("click", click);
      root.removeEventListener("keydown", key);
      root.removeEventListener("pointerover", point);
    };
  }, [host, name, history, onTry]);
}
