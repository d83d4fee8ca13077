import type { QueueCase } from "../list/queue-case.ts";

/** Bulk action and its cases. */
export interface Bulk {
  readonly action: "assign" | "unassign";
  readonly cases: readonly QueueCase[];
}
