/** By then the first screen stands; what is fetched ahead must not make it wait. */
const FIRST_SCREEN_MS = 3_000;
const LONGEST_WAIT_MS = 10_000;

/** Does something once when the first screen stands and the browser has nothing better to do; returns how to call it off. */
export function whenIdle(act: () => void): () => void {
  let asked: number | undefined;
  const timer = setTimeout(() => {
    // Not every browser has it.
    if (typeof requestIdleCallback !== "function") act();
    else asked = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  }, FIRST_SCREEN_MS);
  return () => {
    clearTimeout(timer);
    if (asked !== undefined) cancelIdleCallback(asked);
  };
}
