import { useSyncExternalStore } from "react";
import { createStore, useStore } from "@leitstand/app/store";
import { localDayOf } from "./time.ts";

/** Interval in milliseconds at which the shown time moves; it also moves when the page becomes visible again. */
const TICK_MS = 10_000;
const currentTimeStore = createStore(Date.now());
const updateNow = () => currentTimeStore.set(Date.now());
setInterval(updateNow, TICK_MS);
document.addEventListener("visibilitychange", updateNow);

export const useNow = (): number => useStore(currentTimeStore);

/** The tenant's calendar day; the component is drawn again only when the next one begins. */
export const useToday = (): string =>
  useSyncExternalStore(currentTimeStore.subscribe, () => localDayOf(currentTimeStore.get()));
