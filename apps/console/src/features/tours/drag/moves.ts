import { canMoveBarEnd, canMoveBarStart } from "../grid/bar-times.ts";
import { snapInstant } from "../grid/time-axis.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { shiftSpanOf, type TimelineBar } from "../grid/tour-rows.ts";

/** Handle of a bar: dragged as a whole, or by one of its ends. */
export type BarDragHandle = "whole" | "start" | "end";
export interface DragDelta {
  readonly handle: BarDragHandle;
  readonly byMs: number;
}
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

const BAR_SHORTEST_MS = 15 * 60_000;

/** Handles of a bar that can be dragged: what has happened stays where it is. */
export function draggableHandles(bar: TimelineBar): { readonly [K in BarDragHandle]: boolean } {
  const isOpen = bar.dispatchCase.bucket === "open";
  return { whole: isOpen, start: isOpen && canMoveBarStart(bar), end: isOpen && canMoveBarEnd(bar) };
}

/** Span of the bar after a drag. A bar with a known start can be moved to another row, but not to another time. */
export function spanAfterDrag(bar: TimelineBar, { handle, byMs }: DragDelta): TimeSpan {
  return canMoveByHandle(bar, handle) ? moveTimeSpan(bar, { handle, byMs }) : { start: bar.start, end: bar.end };
}

const canMoveByHandle = (bar: TimelineBar, handle: BarDragHandle) => {
  const handles = draggableHandles(bar);
  return handle === "whole" ? handles.start && handles.end : handles[handle];
};

/** Span moved by a handle; ends never pass each other. A pointer drags by the grid, keys by their own step. */
export function moveTimeSpan({ start, end }: TimeSpan, { handle, byMs }: DragDelta): TimeSpan {
  if (handle === "whole") return { start: start + byMs, end: end + byMs };
  if (handle === "start") return { start: Math.min(start + byMs, end - BAR_SHORTEST_MS), end };
  return { start, end: Math.max(end + byMs, start + BAR_SHORTEST_MS) };
}

/** Milliseconds to move so that the dragged edge lies on the grid. */
export function snapDragMs({ start, end }: TimeSpan, handle: BarDragHandle, byMs: number): number {
  const edge = handle === "end" ? end : start;
  return snapInstant(edge + byMs) - edge;
}

/** The new time window of the case; undefined when nothing moves. */
export function timeWindowAfterDrag(
  bar: TimelineBar,
  delta: DragDelta,
): { not_before?: string; due_at?: string } | undefined {
  const { start, end } = spanAfterDrag(bar, delta);
  const hasStart = start !== bar.start;
  // Moving the start does not invent a deadline for a case without one.
  const hasEnd = end !== bar.end && (delta.handle === "end" || bar.dispatchCase.due_at !== null);
  if (!hasStart && !hasEnd) return undefined;
  const text = (instant: number) => new Date(instant).toISOString();
  return { ...(hasStart ? { not_before: text(start) } : {}), ...(hasEnd ? { due_at: text(end) } : {}) };
}

/** The new plan of a shift; only one that has not started can be planned again. */
export function shiftPlanAfterDrag(tour: TimelineTour, delta: DragDelta) {
  if (tour.status !== "SCHEDULED") return undefined;
  const shift = shiftSpanOf(tour);
  const { start, end } = moveTimeSpan(shift, delta);
  if (start === shift.start && end === shift.end) return undefined;
  return {
    ...(start === shift.start ? {} : { scheduled_start_at: new Date(start).toISOString() }),
    ...(end === shift.end ? {} : { scheduled_end_at: new Date(end).toISOString() }),
  };
}
