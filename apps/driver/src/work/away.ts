import { lock } from "./phone.ts";

const AWAY_MS = 5 * 60_000;

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
      timer = setTimeout(lock, AWAY_MS);
    } else {
      if (since !== undefined && Date.now() - since >= AWAY_MS) lock();
      since = undefined;
    }
  };
  document.addEventListener("visibilitychange", watch);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", watch);
  };
}
