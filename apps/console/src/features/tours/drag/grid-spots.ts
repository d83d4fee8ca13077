import type { PlacedTimelineRowOrGroup } from "../stage.ts";
import type { TimelineBar, TimelineRowOrGroup } from "../grid/tour-rows.ts";

/** Spot of the keyboard focus: the head of a line, or a case. */
export interface TimelineFocusSpot {
  readonly line: string;
  readonly case_id: string | null;
}

export const TIMELINE_LANE_HEIGHT = 23;
const GROUP_HEAD_HEIGHT = 26;

/** Lines with their positions; a row grows with its overlaps. */
export function placeTimelineRowsAndGroups(
  lines: readonly TimelineRowOrGroup[],
  rowHeight: number,
): PlacedTimelineRowOrGroup[] {
  let top = 0;
  return lines.map((line, index) => {
    const height =
      line.is === "group"
        ? GROUP_HEAD_HEIGHT
        : line.lanes === 1
          ? rowHeight
          : Math.max(rowHeight, line.lanes * TIMELINE_LANE_HEIGHT + 8);
    const placed = { index, line, top, height };
    top += height;
    return placed;
  });
}

/** The line at a height of the canvas: above the first line the first, below the last none. */
export function timelineRowOrGroupAtOffset(
  placed: readonly PlacedTimelineRowOrGroup[],
  y: number,
): PlacedTimelineRowOrGroup | undefined {
  let [low, high] = [0, placed.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((placed[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  const found = placed[low];
  return found && y < found.top + found.height ? found : undefined;
}

/**
 * The spot that an arrow key leads to. Up and down stay near the time, left of the first case is the head of the line.
 */
export function focusSpotAfterArrowKey(
  lines: readonly TimelineRowOrGroup[],
  spot: TimelineFocusSpot,
  key: string,
): TimelineFocusSpot | undefined {
  const index = lines.findIndex(({ id }) => id === spot.line);
  const line = lines[index];
  if (!line) return lines[0] && { line: lines[0].id, case_id: null };
  const bars = line.is === "row" ? line.bars : [];
  const at = bars.findIndex(({ dispatchCase }) => dispatchCase.id === spot.case_id);
  const on = (bar: TimelineBar | undefined) => ({ line: line.id, case_id: bar?.dispatchCase.id ?? null });
  if (key === "ArrowRight") return at + 1 < bars.length ? on(bars[at + 1]) : undefined;
  if (key === "ArrowLeft") return at < 0 ? undefined : on(bars[at - 1]);
  if (key === "Home") return on(undefined);
  if (key === "End") return on(bars.at(-1));
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[key];
  if (steps === undefined) return undefined;
  const other = lines[Math.min(lines.length - 1, Math.max(0, index + steps))];
  return other && other !== line
    ? { line: other.id, case_id: nearestBar(other, bars[at])?.dispatchCase.id ?? null }
    : undefined;
}

function nearestBar(line: TimelineRowOrGroup, bar: TimelineBar | undefined): TimelineBar | undefined {
  if (line.is === "group" || !bar) return undefined;
  const away = ({ start }: TimelineBar) => Math.abs(start - bar.start);
  return line.bars.toSorted((a, b) => away(a) - away(b))[0];
}

/** The next row up or down that can take a case; heads of branches are skipped. */
export function nextTimelineRowIndex(placed: readonly PlacedTimelineRowOrGroup[], from: number, step: 1 | -1): number {
  for (let index = from + step; index >= 0 && index < placed.length; index += step)
    if (placed[index]?.line.is === "row") return index;
  return from;
}
