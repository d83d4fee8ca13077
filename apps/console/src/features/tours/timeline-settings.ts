import { createSharedStore } from "@leitstand/app/store";
import { type TimelineGridMinutes, timelineGridMinutes } from "./grid/time-axis.ts";

/** Settings of the timeline for this user; they are no part of the address. */
interface TimelineSettings {
  readonly grid: TimelineGridMinutes;
  /** Branches that are folded. */
  readonly collapsed: readonly string[];
}

export const timelineSettings = createSharedStore<TimelineSettings>("leitstand.timeline", {
  grid: 30,
  collapsed: [],
});

export const setTimelineGrid = (grid: TimelineGridMinutes) => timelineSettings.set({ ...timelineSettings.get(), grid });

/** Changes the scale by one step. */
export function zoomTimeline(steps: 1 | -1) {
  const next = timelineGridMinutes[timelineGridMinutes.indexOf(timelineSettings.get().grid) + steps];
  if (next !== undefined) setTimelineGrid(next);
}

export function toggleBranchRows(id: string) {
  const { collapsed, ...rest } = timelineSettings.get();
  const others = collapsed.filter((one) => one !== id);
  timelineSettings.set({ ...rest, collapsed: others.length < collapsed.length ? others : [...others, id] });
}
