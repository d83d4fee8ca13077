/** Milliseconds until the first screen is there; loading ahead must not delay it. */
const FIRST_SCREEN_DELAY_MS = 3_000;
const IDLE_WAIT_MS_MAX = 10_000;

/** Runs once when the first screen is there and the browser is idle; returns the function that cancels it. */
export function runWhenIdle(act: () => void): () => void {
  let asked: number | undefined;
  const timer = setTimeout(() => {
    // Not every browser has requestIdleCallback.
    if (typeof requestIdleCallback !== "function") act();
    else asked = requestIdleCallback(act, { timeout: IDLE_WAIT_MS_MAX });
  }, FIRST_SCREEN_DELAY_MS);
  return () => {
    clearTimeout(timer);
    if (asked !== undefined) cancelIdleCallback(asked);
  };
}
