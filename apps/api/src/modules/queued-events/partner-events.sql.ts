import type { Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";

/** Event that is sent to a partner's system. */
export type PartnerEvent =
  | {
      readonly type: "case_created" | "case_updated" | "case_status_updated" | "case_finished";
      readonly case_id: string;
      /** Tour on which it happened; null for the case as a whole. */
      readonly tour_id: string | null;
      readonly payload: object;
    }
  | { readonly type: "driver_duty_status_update"; readonly tour_id: string; readonly payload: object }
  | CallbackRequest;

/** Request to the partner to call back: about a case, or else about a tour. */
interface CallbackRequest {
  readonly type: "case_callback";
  readonly case_id: string | null;
  readonly tour_id: string | null;
  /** User whose name the payload has, until the user is deleted; null for a phone. */
  readonly requested_by_id: string | null;
  readonly payload: object;
}

/** Active partner of the tenant, if it has one. */
const activePartnerQuery = (tenantId: string): Sql => sql`
  tenant_connectors connector where connector.tenant_id = ${tenantId} and connector.kind = 'PARTNER' and connector.active`;

/**
 * Queues an event with the commit, in the order of its case, or else tour, whose row the transaction has locked: within
 * it `seq` is the order of the commits. Without a partner nothing is stored.
 */
export function queueEventForPartner(tx: Tx, event: PartnerEvent) {
  const case_id = event.type === "driver_duty_status_update" ? null : event.case_id;
  const requested_by_id = event.type === "case_callback" ? event.requested_by_id : null;
  tx.runAtCommit(sql`
    insert into queued_events (connector_id, type, order_key, case_id, tour_id, requested_by_id, external_id, payload)
    select connector.id, ${event.type}, ${case_id ?? event.tour_id}::uuid, ${case_id}::uuid, ${event.tour_id}::uuid, ${requested_by_id}::uuid,
      ${case_id === null ? sql`null` : partnerExternalIdOf(tx, case_id)}, ${toJsonParameter(event.payload)}::jsonb
    from ${activePartnerQuery(tx.tenantId)}`);
}

/** Number by which the partner knows the case, if the partner passed it on. */
const partnerExternalIdOf = (tx: Tx, case_id: string): Sql => sql`coalesce(
  (select passed.external_id from partner_cases passed where passed.tenant_id = ${tx.tenantId} and passed.case_id = ${case_id}),
  (select known.external_id from cases known where known.tenant_id = ${tx.tenantId} and known.id = ${case_id}))`;

/** Whether the partner was asked about this tour since the given time; a delivered request is found in the log. */
export const wasTourCallbackRequested = async (tx: Tx, { tour_id, since }: { tour_id: string; since: Date }) =>
  (
    await tx.one<{ asked: boolean }>(sql`
      select exists (select 1 from queued_events waiting where waiting.tenant_id = ${tx.tenantId} and waiting.tour_id = ${tour_id}
          and waiting.type = 'case_callback' and waiting.case_id is null and waiting.created_at > ${since})
        or exists (select 1 from queued_event_log told where told.tenant_id = ${tx.tenantId} and told.tour_id = ${tour_id}
          and told.type = 'case_callback' and told.case_id is null and told.created_at > ${since}) as asked`)
  ).asked;

/** Whether the tenant has an active partner. */
export const isPartnerConnected = async (tx: Tx) =>
  (
    await tx.one<{ connected: boolean }>(
      sql`select exists (select 1 from ${activePartnerQuery(tx.tenantId)}) as connected`,
    )
  ).connected;

/** Condition that `connector` is an active partner's; events of an inactive tenant are not delivered. */
export const activePartnerConnectorCondition: Sql = sql`connector.kind = 'PARTNER' and connector.active
  and exists (select 1 from tenants tenant where tenant.id = connector.tenant_id and tenant.active)`;

/** Retention of a month for events, delivered or not. */
export const partnerEventRetentions: readonly RetentionRule[] = [
  { table: sql`queued_events`, column: sql`created_at`, days: 30 },
  { table: sql`queued_event_log`, column: sql`delivered_at`, days: 30 },
];
