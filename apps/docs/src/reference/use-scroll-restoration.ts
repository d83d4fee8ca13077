import { useHistory, useLocation } from "@docusaurus/router";
import { useCallback, useEffect, useRef } from "react";
import { revealHashTarget } from "./fragment-actions";
import { ScrollPositions } from "./scroll-positions";

/** Maximum number of entries; browsers keep fewer, and many of these are of abandoned branches of the history. */
const POSITIONS_MAX = 500;

/** Restores scroll positions, because the browser does so too early, over a page that is not the right one yet. */
const scrollPositions = new ScrollPositions(POSITIONS_MAX);

/** Key of a history entry without one of the router: the first one, and one of a typed fragment. */
function historyEntryKey(): string {
  const state = window.history.state as { readonly key?: string } | null;
  if (state?.key !== undefined) return state.key;
  const key = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...state, key }, "");
  return key;
}

/** Returns a function to call when the page of the address is there; `isNew` says that another one was there before. */
export function useScrollRestoration(isThere: () => boolean) {
  const { key: routed, hash } = useLocation();
  const history = useHistory();
  const shownEntry = useRef("");
  /** Whether a page is loading after a change of the address: scrolling meanwhile is not recorded. */
  const isOnTheWay = useRef(false);
  /**
   * Key of the entry whose page came last: the first entry may change from the overview to an operation, which is no
   * return to it.
   */
  const arrivedAt = useRef<string | undefined>(undefined);
  useEffect(() => {
    const key = routed ?? historyEntryKey();
    shownEntry.current = key;
    const keep = () => {
      if (!isOnTheWay.current && isThere()) scrollPositions.keep(key, window.scrollY);
    };
    const stopListening = history.listen((_, action) => {
      // Sooner than the event of a scroll that was just done; on back and forward the browser has scrolled already.
      if (action !== "POP") keep();
      isOnTheWay.current = true;
    });
    window.addEventListener("scroll", keep, { passive: true });
    return () => {
      stopListening();
      window.removeEventListener("scroll", keep);
    };
  }, [routed, hash, history, isThere]);
  return useCallback(
    (isNew: boolean) => {
      const key = routed ?? shownEntry.current;
      isOnTheWay.current = false;
      const isBack = history.action === "POP" && arrivedAt.current !== key;
      arrivedAt.current = key;
      const before = isBack ? scrollPositions.of(key) : undefined;
      if (before !== undefined) window.scrollTo(0, before);
      // An operation that was a place in the overview is the whole page now.
      else if (!revealHashTarget(hash) && isNew) window.scrollTo(0, 0);
      scrollPositions.keep(key, window.scrollY);
    },
    [routed, hash, history],
  );
}
