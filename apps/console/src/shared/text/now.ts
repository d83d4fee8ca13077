import { createStore, useStore } from "@leitstand/app/store";

/** The time as the screen shows it; it moves every ten seconds and when the page comes back into view. */
const TICK_MS = 10_000;
const now = createStore(Date.now());
const tick = () => now.set(Date.now());
setInterval(tick, TICK_MS);
document.addEventListener("visibilitychange", tick);

export const useNow = (): number => useStore(now);
