import { useHistory, useLocation } from "@docusaurus/router";
import { useCallback, useEffect, useRef } from "react";
import { goTo } from "./fragment-actions";
import { ReadPlaces } from "./read-places";

/** Browsers keep fewer entries; many of these are of ways that were left. */
const MOST = 500;

/** The browser itself scrolls back too early, over a page that is not the one yet. */
const readTo = new ReadPlaces(MOST);

/** The key of an entry of the browser's history that has none by the router: the first one, and one of a fragment that was typed. */
function keyOfEntry(): string {
  const state = window.history.state as { readonly key?: string } | null;
  if (state?.key !== undefined) return state.key;
  const key = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...state, key }, "");
  return key;
}

/** Answers a function to call when the page of the address is there; `isNew` says that another one was there before. */
export function useScrollPlace(isThere: () => boolean) {
  const { key: routed, hash } = useLocation();
  const history = useHistory();
  const shownEntry = useRef("");
  /** From a change of the address until its page is there: what is scrolled in between is not reading. */
  const isOnTheWay = useRef(false);
  /** The entry whose page came last: the first one may change from the overview to an operation, and is not come back to by that. */
  const arrivedAt = useRef<string | undefined>(undefined);
  useEffect(() => {
    const key = routed ?? keyOfEntry();
    shownEntry.current = key;
    const keep = () => {
      if (!isOnTheWay.current && isThere()) readTo.keep(key, window.scrollY);
    };
    const stopListening = history.listen((_, action) => {
      // Sooner than the event of a scroll that was just done; the browser's own step has scrolled already.
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
      const before = isBack ? readTo.of(key) : undefined;
      if (before !== undefined) window.scrollTo(0, before);
      // An operation that was looked for in the overview is the whole page now.
      else if (!goTo(hash) && isNew) window.scrollTo(0, 0);
      readTo.keep(key, window.scrollY);
    },
    [routed, hash, history],
  );
}
