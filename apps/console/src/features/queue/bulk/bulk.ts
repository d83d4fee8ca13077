import type { QueueCase } from "../list/queue-case.ts";

/** Bulk action and its cases. */
export interface BulkAction {
  readonly action: "assign" | "unassign";
  readonly cases: readonly QueueCase[];
}
