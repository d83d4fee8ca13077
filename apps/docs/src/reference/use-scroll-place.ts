import { useHistory, useLocation } from "@docusaurus/router";
import { useCallback, useEffect, useRef } from "react";
import { goTo } from "./fragment-actions";

/**
 * How far down each page of the reference was read, by the key of its entry in the browser's history. The browser itself scrolls
 * back too early, over a page that is not the one yet.
 */
const readTo = new Map<string, number>();

/** Answers a function to call when the page of the address is there; `isNew` says that another one was there before. */
export function useScrollPlace(isThere: () => boolean) {
  const { key = "", hash } = useLocation();
  const history = useHistory();
  /** From a change of the address until its page is there: what is scrolled in between is not reading. */
  const isOnTheWay = useRef(false);
  /** The entry whose page came last: the first one may change from the overview to an operation, and is not come back to by that. */
  const arrivedAt = useRef<string | undefined>(undefined);
  useEffect(() => {
    const keep = () => {
      if (!isOnTheWay.current && isThere()) readTo.set(key, window.scrollY);
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
  }, [key, history, isThere]);
  return useCallback(
    (isNew: boolean) => {
      isOnTheWay.current = false;
      const isBack = history.action === "POP" && arrivedAt.current !== key;
      arrivedAt.current = key;
      const before = isBack ? readTo.get(key) : undefined;
      if (before !== undefined) window.scrollTo(0, before);
      // An operation that was looked for in the overview is the whole page now.
      else if (!goTo(hash) && isNew) window.scrollTo(0, 0);
      readTo.set(key, window.scrollY);
    },
    [key, hash, history],
  );
}
