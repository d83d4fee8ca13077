import { useSyncExternalStore } from "react";

/**
 * Whether panes have to share their space: below 1280 px the inspector overlays the map, below 900 one pane is shown.
 */
export type Narrow = "no" | "overlay" | "single";

const overlay = window.matchMedia("(max-width: 1279px)");
const single = window.matchMedia("(max-width: 899px)");
const read = (): Narrow => (single.matches ? "single" : overlay.matches ? "overlay" : "no");
const subscribe = (listener: () => void) => {
  for (const query of [overlay, single]) query.addEventListener("change", listener);
  return () => {
    for (const query of [overlay, single]) query.removeEventListener("change", listener);
  };
};

export const useNarrow = (): Narrow => useSyncExternalStore(subscribe, read);
