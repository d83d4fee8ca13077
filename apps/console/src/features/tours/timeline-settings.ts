import { createKeptStore } from "@leitstand/app/store";
import { type Grid, grids } from "./grid/time-axis.ts";

/** How somebody likes the timeline; it is theirs and no part of the address. */
interface Settings {
  readonly grid: Grid;
  /** Branches that are folded away. */
  readonly collapsed: readonly string[];
}

export const timelineSettings = createKeptStore<Settings>("leitstand.timeline", { grid: 30, collapsed: [] });

export const setGrid = (grid: Grid) => timelineSettings.set({ ...timelineSettings.get(), grid });

/** One step finer or coarser. */
export function zoom(steps: 1 | -1) {
  const next = grids[grids.indexOf(timelineSettings.get().grid) + steps];
  if (next !== undefined) setGrid(next);
}

export function toggleBranch(id: string) {
  const { collapsed, ...rest } = timelineSettings.get();
  const others = collapsed.filter((one) => one !== id);
  timelineSettings.set({ ...rest, collapsed: others.length < collapsed.length ? others : [...others, id] });
}
