/** Milliseconds until the first screen is there; loading ahead must not delay it. */
const FIRST_SCREEN_MS = 3_000;
const LONGEST_WAIT_MS = 10_000;

/** Runs once when the first screen is there and the browser is idle; returns the function that cancels it. */
export function whenIdle(act: () => void): () => void {
  let asked: number | undefined;
  const timer = setTimeout(() => {
    // Not every browser has requestIdleCallback.
    if (typeof requestIdleCallback !== "function") act();
    else asked = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  }, FIRST_SCREEN_MS);
  return () => {
    clearTimeout(timer);
    if (asked !== undefined) cancelIdleCallback(asked);
  };
}
