import type { QueueCase } from "../list/queue-case.ts";
import type { QueueRowSelection } from "../list/queue-selection.ts";

/** Bulk action and its cases. */
export interface BulkAction {
  readonly action: "assign" | "unassign";
  readonly cases: readonly QueueCase[];
}

/** Bulk action that was begun: it asks for its input first, runs, and shows its failures until it is closed. */
export interface BegunBulkAction extends BulkAction {
  /** Differs from that of the action before, so that this one begins without its text and its failures. */
  readonly number: number;
  /** Rows that were picked by then. */
  readonly picks: QueueRowSelection;
  readonly stage: "asking" | "running" | "ended";
}
