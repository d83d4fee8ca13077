import { lockApp } from "./phone.ts";

const LOCK_AFTER_MS = 5 * 60_000;

/**
 * Locks the app after five minutes away. Phones stop timers of hidden pages, so the clock is checked on return, too.
 */
export function lockWhenAway(): () => void {
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") {
      since = Date.now();
      timer = setTimeout(lockApp, LOCK_AFTER_MS);
    } else {
      if (since !== undefined && Date.now() - since >= LOCK_AFTER_MS) lockApp();
      since = undefined;
    }
  };
  document.addEventListener("visibilitychange", watch);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", watch);
  };
}
