import type { TimelineCase } from "#live/tour-entity.ts";

/** From where to where a case lies on its row, in milliseconds, and what says so: only plans can be moved. */
export interface BarTimes {
  readonly start: number;
  readonly end: number;
  readonly startFrom: "started" | "eta" | "not_before" | "assigned";
  readonly endFrom: "closed" | "due" | "usual";
}

/** How long a job takes when nobody has said it. */
export const USUAL_MS = 60 * 60_000;
const SHORTEST_MS = 15 * 60_000;

type Times = Pick<
  TimelineCase,
  "assigned_at" | "due_at" | "eta" | "not_before" | "started_at" | "arrived_at" | "finished_at" | "closed_at"
>;

/** What happened counts more than what is expected, and that more than what was planned. */
export function barTimesOf(job: Times): BarTimes {
  const [start, startFrom] = startOf(job);
  const closed = job.finished_at ?? job.closed_at;
  if (closed) return { start, startFrom, end: Math.max(Date.parse(closed), start + SHORTEST_MS), endFrom: "closed" };
  const due = job.due_at === null ? undefined : Date.parse(job.due_at);
  // Who starts after the deadline still needs the usual time.
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

/** Whether somebody should have been done with it by now. */
export const isLate = (job: Pick<TimelineCase, "bucket" | "due_at">, now: number) =>
  job.bucket === "open" && job.due_at !== null && Date.parse(job.due_at) < now;

export const canMoveStart = ({ startFrom, endFrom }: BarTimes) =>
  endFrom !== "closed" && (startFrom === "not_before" || startFrom === "assigned");
export const canMoveEnd = ({ endFrom }: BarTimes) => endFrom !== "closed";
