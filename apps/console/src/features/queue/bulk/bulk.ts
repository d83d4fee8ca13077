import type { QueueCase } from "../list/queue-case.ts";

/** What is to be done with which cases. */
export interface Bulk {
  readonly action: "assign" | "unassign";
  readonly cases: readonly QueueCase[];
}
