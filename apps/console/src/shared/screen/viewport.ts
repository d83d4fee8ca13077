import { useSyncExternalStore } from "react";

/**
 * Whether panes have to share their space: below 1280 px the inspector overlays the map, below 900 one pane is shown.
 */
export type NarrowLayout = "no" | "overlay" | "single";

const overlayQuery = window.matchMedia("(max-width: 1279px)");
const singlePaneQuery = window.matchMedia("(max-width: 899px)");
const readLayout = (): NarrowLayout => (singlePaneQuery.matches ? "single" : overlayQuery.matches ? "overlay" : "no");
const subscribeToLayout = (listener: () => void) => {
  for (const query of [overlayQuery, singlePaneQuery]) query.addEventListener("change", listener);
  return () => {
    for (const query of [overlayQuery, singlePaneQuery]) query.removeEventListener("change", listener);
  };
};

export const useNarrowLayout = (): NarrowLayout => useSyncExternalStore(subscribeToLayout, readLayout);
