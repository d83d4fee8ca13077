import type { Tx } from "#platform/database/database";
import { queueForPartner } from "#modules/queued-events/index";
import type { CaseNews } from "./case-reader.service";

/** A case that is new, or whose data somebody has changed: its partner hears how it stands now. The case's row is locked. */
export function tellPartnerOfCase(tx: Tx, { summary, external_id }: CaseNews, change: "created" | "updated") {
  queueForPartner(tx, {
    type: change === "created" ? "case_created" : "case_updated",
    case_id: summary.case_id,
    tour_id: null,
    payload: { ...summary, external_id },
  });
}
