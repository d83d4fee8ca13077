import { canMoveEnd, canMoveStart } from "../grid/bar-times.ts";
import { snap } from "../grid/time-axis.ts";
import type { TimelineTour } from "../grid/timeline-tour.ts";
import { shiftOf, type TimelineBar } from "../grid/tour-rows.ts";

/** What somebody is about to do with a bar: pulled as a whole, or by one of its ends. */
export type Hold = "whole" | "start" | "end";
export interface Pull {
  readonly hold: Hold;
  readonly byMs: number;
}
export interface Span {
  readonly start: number;
  readonly end: number;
}

const SHORTEST_MS = 15 * 60_000;

/** What holds may be taken: what has happened stays where it is. */
export function holdsOf(bar: TimelineBar): { readonly [K in Hold]: boolean } {
  const isOpen = bar.job.bucket === "open";
  return { whole: isOpen, start: isOpen && canMoveStart(bar), end: isOpen && canMoveEnd(bar) };
}

/** Where the bar comes to lie. A bar whose start is known can be given to another row, but not to another time. */
export function pulled(bar: TimelineBar, { hold, byMs }: Pull): Span {
  return canShift(bar, hold) ? pulledSpan(bar, { hold, byMs }) : { start: bar.start, end: bar.end };
}

const canShift = (bar: TimelineBar, hold: Hold) => {
  const holds = holdsOf(bar);
  return hold === "whole" ? holds.start && holds.end : holds[hold];
};

/** Ends never pass each other; a pointer pulls by the grid, keys by their own step. */
export function pulledSpan({ start, end }: Span, { hold, byMs }: Pull): Span {
  if (hold === "whole") return { start: start + byMs, end: end + byMs };
  if (hold === "start") return { start: Math.min(start + byMs, end - SHORTEST_MS), end };
  return { start, end: Math.max(end + byMs, start + SHORTEST_MS) };
}

/** How far to pull so that what is pulled comes to lie on the grid. */
export function snappedBy({ start, end }: Span, hold: Hold, byMs: number): number {
  const edge = hold === "end" ? end : start;
  return snap(edge + byMs) - edge;
}

/** The new window of the case; undefined where nothing moves. */
export function windowAfter(bar: TimelineBar, pull: Pull): { not_before?: string; due_at?: string } | undefined {
  const { start, end } = pulled(bar, pull);
  const hasStart = start !== bar.start;
  // A deadline that nobody has set is not made up by moving the start.
  const hasEnd = end !== bar.end && (pull.hold === "end" || bar.job.due_at !== null);
  if (!hasStart && !hasEnd) return undefined;
  const text = (instant: number) => new Date(instant).toISOString();
  return { ...(hasStart ? { not_before: text(start) } : {}), ...(hasEnd ? { due_at: text(end) } : {}) };
}

/** The new plan of a shift; only what has not started can be planned anew. */
export function shiftAfter(tour: TimelineTour, pull: Pull) {
  if (tour.status !== "SCHEDULED") return undefined;
  const shift = shiftOf(tour);
  const { start, end } = pulledSpan(shift, pull);
  if (start === shift.start && end === shift.end) return undefined;
  return {
    ...(start === shift.start ? {} : { scheduled_start_at: new Date(start).toISOString() }),
    ...(end === shift.end ? {} : { scheduled_end_at: new Date(end).toISOString() }),
  };
}

/** How a case gets from one tour to another, as far as the answer of the API allows any. */
export type Way = "FORWARD" | "REASSIGN" | undefined;

/** Once somebody has accepted it, a case is passed on, so that the crews hear of each other; before, it is given anew. */
export function wayOf(link: { readonly state: string; readonly actions: readonly string[] } | undefined): Way {
  const can = (action: string) => link?.actions.includes(action) ?? false;
  const isTaken = link !== undefined && !untaken.has(link.state);
  if (isTaken && can("FORWARD")) return "FORWARD";
  if (can("UNASSIGN")) return "REASSIGN";
  return can("FORWARD") ? "FORWARD" : undefined;
}
const untaken: ReadonlySet<string> = new Set(["ASSIGNED", "alarmed", "reserved"]);
