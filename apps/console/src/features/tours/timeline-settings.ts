import { createKeptStore } from "@leitstand/app/store";
import { type Grid, grids } from "./grid/time-axis.ts";

/** Settings of the timeline for this user; they are no part of the address. */
interface Settings {
  readonly grid: Grid;
  /** Branches that are folded. */
  readonly collapsed: readonly string[];
}

export const timelineSettings = createKeptStore<Settings>("leitstand.timeline", { grid: 30, collapsed: [] });

export const setGrid = (grid: Grid) => timelineSettings.set({ ...timelineSettings.get(), grid });

/** Changes the scale by one step. */
export function zoom(steps: 1 | -1) {
  const next = grids[grids.indexOf(timelineSettings.get().grid) + steps];
  if (next !== undefined) setGrid(next);
}

export function toggleBranch(id: string) {
  const { collapsed, ...rest } = timelineSettings.get();
  const others = collapsed.filter((one) => one !== id);
  timelineSettings.set({ ...rest, collapsed: others.length < collapsed.length ? others : [...others, id] });
}
