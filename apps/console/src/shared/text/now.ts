import { createStore, useStore } from "@leitstand/app/store";

/** Interval in milliseconds at which the shown time moves; it also moves when the page becomes visible again. */
const TICK_MS = 10_000;
const currentTimeStore = createStore(Date.now());
const updateNow = () => currentTimeStore.set(Date.now());
setInterval(updateNow, TICK_MS);
document.addEventListener("visibilitychange", updateNow);

export const useNow = (): number => useStore(currentTimeStore);
