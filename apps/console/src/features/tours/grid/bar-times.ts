import type { TimelineCase } from "#live/tour-entity.ts";

/**
 * Start and end of a case on its row, in milliseconds, and the fact that each comes from: only planned times can be
 * moved.
 */
export interface TimelineBarTimes {
  readonly start: number;
  readonly end: number;
  readonly startFrom: "started" | "eta" | "not_before" | "assigned";
  readonly endFrom: "closed" | "due" | "usual";
}

/** Duration of a case in milliseconds when it has no deadline. */
export const USUAL_CASE_DURATION_MS = 60 * 60_000;
const BAR_SHORTEST_MS = 15 * 60_000;

type CaseTimes = Pick<
  TimelineCase,
  "assigned_at" | "due_at" | "eta" | "not_before" | "started_at" | "arrived_at" | "finished_at" | "closed_at"
>;

/** Times of a case's bar: actual times take precedence over expected ones, and those over planned ones. */
export function barTimesOf(dispatchCase: CaseTimes): TimelineBarTimes {
  const [start, startFrom] = barStartOf(dispatchCase);
  const closed = dispatchCase.finished_at ?? dispatchCase.closed_at;
  if (closed)
    return { start, startFrom, end: Math.max(Date.parse(closed), start + BAR_SHORTEST_MS), endFrom: "closed" };
  const due = dispatchCase.due_at === null ? undefined : Date.parse(dispatchCase.due_at);
  // A start after the deadline still needs the usual time.
  if (due === undefined || due <= start)
    return { start, startFrom, end: start + USUAL_CASE_DURATION_MS, endFrom: due === undefined ? "usual" : "due" };
  return { start, startFrom, end: Math.max(due, start + BAR_SHORTEST_MS), endFrom: "due" };
}

function barStartOf(dispatchCase: CaseTimes): [number, TimelineBarTimes["startFrom"]] {
  const started = dispatchCase.started_at ?? dispatchCase.arrived_at;
  if (started) return [Date.parse(started), "started"];
  if (dispatchCase.eta !== null) return [Date.parse(dispatchCase.eta), "eta"];
  if (dispatchCase.not_before !== null) return [Date.parse(dispatchCase.not_before), "not_before"];
  return [Date.parse(dispatchCase.assigned_at), "assigned"];
}

/** Whether a case is open after its deadline. */
export const isPastDeadline = (dispatchCase: Pick<TimelineCase, "bucket" | "due_at">, now: number) =>
  dispatchCase.bucket === "open" && dispatchCase.due_at !== null && Date.parse(dispatchCase.due_at) < now;

export const canMoveBarStart = ({ startFrom, endFrom }: TimelineBarTimes) =>
  endFrom !== "closed" && (startFrom === "not_before" || startFrom === "assigned");
export const canMoveBarEnd = ({ endFrom }: TimelineBarTimes) => endFrom !== "closed";
