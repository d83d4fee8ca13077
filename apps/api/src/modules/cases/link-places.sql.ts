import type { Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { sql } from "#platform/database/sql";

/**
 * Position of a case in the plan of its tour, and the moment when the crew is expected at its next stop; null when it
 * has none.
 */
export interface LinkPlanPosition {
  readonly case_id: string;
  readonly tour_id: string;
  readonly position: number;
  readonly planned_at: string | null;
}
const linkPlanRecordset = createRecordset<LinkPlanPosition>("row", {
  case_id: "uuid",
  tour_id: "uuid",
  position: "int",
  planned_at: "timestamptz",
});

/** Seconds by which a planned time must change to be written; smaller differences do not matter on a board. */
const NOTEWORTHY_CHANGE_SECONDS = 30;

/**
 * Stores places of links. Links that an action has locked are skipped, because the action has the plan computed again.
 */
export const updateLinkPlanPositions = (tx: Tx, places: readonly LinkPlanPosition[]) =>
  tx.run(sql`
    with moved as materialized (
      select link.case_id, link.tour_id, row.position, row.planned_at
      from ${linkPlanRecordset(places)}
      join case_links link on link.tenant_id = ${tx.tenantId} and link.case_id = row.case_id and link.tour_id = row.tour_id
      where link.bucket = 'open' and (link.position <> row.position
        or (link.planned_at is null) <> (row.planned_at is null)
        or abs(extract(epoch from link.planned_at - row.planned_at)) >= ${NOTEWORTHY_CHANGE_SECONDS})
      order by link.case_id, link.tour_id for update of link skip locked)
    update case_links link set position = moved.position, planned_at = moved.planned_at
    from moved where link.tenant_id = ${tx.tenantId} and link.case_id = moved.case_id and link.tour_id = moved.tour_id`);
