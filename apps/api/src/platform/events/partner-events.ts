import type { Tx } from "../database/database";
import type { Retention } from "../database/retention";
import { json, sql } from "../database/sql";

/** What a partner's system is told of. */
export type PartnerEvent =
  | {
      readonly type: "case_status_updated" | "case_finished";
      readonly case_id: string;
      /** On which tour it happened; null: to the case as a whole. */
      readonly tour_id: string | null;
      readonly payload: object;
    }
  | { readonly type: "driver_duty_status_update"; readonly tour_id: string; readonly payload: object };

/** Kept with the commit, in the order of the case, else of the tour, whose row the transaction has locked. */
export function queueForPartner(tx: Tx, event: PartnerEvent) {
  const case_id = event.type === "driver_duty_status_update" ? null : event.case_id;
  const order_key = case_id ?? event.tour_id;
  // Only roadside clubs have partners whose systems follow their jobs and crews.
  tx.defer(sql`
    insert into queued_events (type, order_key, case_id, tour_id, payload)
    select ${event.type}, ${order_key}::uuid, ${case_id}::uuid, ${event.tour_id}::uuid, ${json(event.payload)}::jsonb
    from tenants where id = ${tx.tenantId} and type = 'ROADSIDE_ASSISTANCE'`);
}

/** A month to fetch it. */
export const partnerEventRetention: Retention = { table: sql`queued_events`, column: sql`created_at`, days: 30 };
