import type { LinkReceiptsRequest } from "@leitstand/contract/cases/link-receipts";
import { ownTourCondition } from "#modules/visibility/index";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { sql } from "#platform/database/sql";

type LinkReceipt = LinkReceiptsRequest["receipts"][number];
const receiptRecordset = createRecordset<LinkReceipt>("row", {
  case_id: "uuid",
  tour_id: "uuid",
  received_at: "timestamptz",
});

/**
 * Marks open links of own tours that were not yet known to be on the phone. Their cases are locked first and in one
 * order, as actions do, because an action writes columns of a link that it has read before.
 */
export const markLinksReceived = (tx: Tx, scope: Scope, receipts: readonly LinkReceipt[]) =>
  tx.many<{ case_id: string }>(sql`
    with told as materialized (
      select row.case_id, row.tour_id, min(row.received_at) as received_at from ${receiptRecordset(receipts)} group by row.case_id, row.tour_id),
    held as materialized (
      select c.id from cases c where c.tenant_id = ${tx.tenantId} and c.id in (
        select told.case_id from told join case_links link
          on link.tenant_id = ${tx.tenantId} and link.case_id = told.case_id and link.tour_id = told.tour_id
        where ${ownTourCondition(scope, sql`told.tour_id`)})
      order by c.id for no key update)
    update case_links link set device_received_at = told.received_at, updated_at = now()
    from told join held on held.id = told.case_id
    where link.tenant_id = ${tx.tenantId} and link.case_id = told.case_id and link.tour_id = told.tour_id
      and link.bucket = 'open' and link.device_received_at is null and ${ownTourCondition(scope, sql`link.tour_id`)}
    returning link.case_id`);
