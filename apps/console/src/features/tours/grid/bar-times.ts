import type { TimelineCase } from "#live/tour-entity.ts";

/**
 * Start and end of a case on its row, in milliseconds, and the fact that each comes from: only planned times can be
 * moved.
 */
export interface BarTimes {
  readonly start: number;
  readonly end: number;
  readonly startFrom: "started" | "eta" | "not_before" | "assigned";
  readonly endFrom: "closed" | "due" | "usual";
}

/** Duration of a case in milliseconds when it has no deadline. */
export const USUAL_MS = 60 * 60_000;
const SHORTEST_MS = 15 * 60_000;

type Times = Pick<
  TimelineCase,
  "assigned_at" | "due_at" | "eta" | "not_before" | "started_at" | "arrived_at" | "finished_at" | "closed_at"
>;

/** Times of a case's bar: what happened goes before what is expected, and that before what was planned. */
export function barTimesOf(job: Times): BarTimes {
  const [start, startFrom] = startOf(job);
  const closed = job.finished_at ?? job.closed_at;
  if (closed) return { start, startFrom, end: Math.max(Date.parse(closed), start + SHORTEST_MS), endFrom: "closed" };
  const due = job.due_at === null ? undefined : Date.parse(job.due_at);
  // A start after the deadline still needs the usual time.
  if (due === undefined || due <= start)
    return { start, startFrom, end: start + USUAL_MS, endFrom: due === undefined ? "usual" : "due" };
  return { start, startFrom, end: Math.max(due, start + SHORTEST_MS), endFrom: "due" };
}

function startOf(job: Times): [number, BarTimes["startFrom"]] {
  const started = job.started_at ?? job.arrived_at;
  if (started) return [Date.parse(started), "started"];
  if (job.eta !== null) return [Date.parse(job.eta), "eta"];
  if (job.not_before !== null) return [Date.parse(job.not_before), "not_before"];
  return [Date.parse(job.assigned_at), "assigned"];
}

/** Whether a case is open after its deadline. */
export const isLate = (job: Pick<TimelineCase, "bucket" | "due_at">, now: number) =>
  job.bucket === "open" && job.due_at !== null && Date.parse(job.due_at) < now;

export const canMoveStart = ({ startFrom, endFrom }: BarTimes) =>
  endFrom !== "closed" && (startFrom === "not_before" || startFrom === "assigned");
export const canMoveEnd = ({ endFrom }: BarTimes) => endFrom !== "closed";
