import type { Tx } from "#platform/database/database";
import { queueEventForPartner } from "#modules/queued-events/index";
import type { CaseEventSummary } from "./case-reader.service";

/**
 * Queues the current data of a case for its partner, when the case is new or its data has changed. The case's row is
 * locked.
 */
export function queueCaseEventForPartner(
  tx: Tx,
  { summary, external_id }: CaseEventSummary,
  change: "created" | "updated",
) {
  queueEventForPartner(tx, {
    type: change === "created" ? "case_created" : "case_updated",
    case_id: summary.case_id,
    tour_id: null,
    payload: { ...summary, external_id },
  });
}
