import { lock } from "./phone.ts";

const AWAY_MS = 5 * 60_000;

/** Who is away for five minutes is locked out. Phones stop the timers of hidden pages: on return the clock is looked at, too. */
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
