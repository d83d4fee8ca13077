import { createStore, useStore } from "@leitstand/app/store";

/** Interval in milliseconds at which the shown time moves; it also moves when the page becomes visible again. */
const TICK_MS = 10_000;
const now = createStore(Date.now());
const tick = () => now.set(Date.now());
setInterval(tick, TICK_MS);
document.addEventListener("visibilitychange", tick);

export const useNow = (): number => useStore(now);
