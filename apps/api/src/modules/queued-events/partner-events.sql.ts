import type { Tx } from "#platform/database/database";
import type { Retention } from "#platform/database/retention";
import { json, type Sql, sql } from "#platform/database/sql";

/** What a partner's system is told of. */
export type PartnerEvent =
  | {
      readonly type: "case_created" | "case_updated" | "case_status_updated" | "case_finished";
      readonly case_id: string;
      /** On which tour it happened; null: to the case as a whole. */
      readonly tour_id: string | null;
      readonly payload: object;
    }
  | { readonly type: "driver_duty_status_update"; readonly tour_id: string; readonly payload: object }
  | CallbackRequest;

/** Somebody asks the partner to call back: about a case, or else about a tour. */
interface CallbackRequest {
  readonly type: "case_callback";
  readonly case_id: string | null;
  readonly tour_id: string | null;
  readonly payload: object;
}

/** The partner who is told at present, if the tenant has one. */
const partnerOf = (tenantId: string): Sql => sql`
  tenant_connectors connector where connector.tenant_id = ${tenantId} and connector.kind = 'PARTNER' and connector.active`;

/**
 * Kept with the commit, in the order of the case, else of the tour, whose row the transaction has locked: within it `seq` is the
 * order of the commits. Without a partner nothing is kept.
 */
export function queueForPartner(tx: Tx, event: PartnerEvent) {
  const case_id = event.type === "driver_duty_status_update" ? null : event.case_id;
  tx.defer(sql`
    insert into queued_events (connector_id, type, order_key, case_id, tour_id, external_id, payload)
    select connector.id, ${event.type}, ${case_id ?? event.tour_id}::uuid, ${case_id}::uuid, ${event.tour_id}::uuid,
      ${case_id === null ? sql`null` : externalIdOf(tx, case_id)}, ${json(event.payload)}::jsonb
    from ${partnerOf(tx.tenantId)}`);
}

/** By which the partner knows the case: its own number of it, if it was the partner who passed it on. */
const externalIdOf = (tx: Tx, case_id: string): Sql => sql`coalesce(
  (select passed.external_id from partner_cases passed where passed.tenant_id = ${tx.tenantId} and passed.case_id = ${case_id}),
  (select known.external_id from cases known where known.tenant_id = ${tx.tenantId} and known.id = ${case_id}))`;

/** Whether the partner was asked about this tour since then; one that was told already stands in the log. */
export const wasAskedAboutTour = async (tx: Tx, { tour_id, since }: { tour_id: string; since: Date }) =>
  (
    await tx.one<{ asked: boolean }>(sql`
      select exists (select 1 from queued_events waiting where waiting.tenant_id = ${tx.tenantId} and waiting.tour_id = ${tour_id}
          and waiting.type = 'case_callback' and waiting.case_id is null and waiting.created_at > ${since})
        or exists (select 1 from queued_event_log told where told.tenant_id = ${tx.tenantId} and told.tour_id = ${tour_id}
          and told.type = 'case_callback' and told.case_id is null and told.created_at > ${since}) as asked`)
  ).asked;

/** Whether there is anybody to tell. */
export const isPartnerConnected = async (tx: Tx) =>
  (await tx.one<{ connected: boolean }>(sql`select exists (select 1 from ${partnerOf(tx.tenantId)}) as connected`))
    .connected;

/** Whether `connector` is a partner's that is told at present; nothing is told of a company that is not active. */
export const isConnected: Sql = sql`connector.kind = 'PARTNER' and connector.active
  and exists (select 1 from tenants tenant where tenant.id = connector.tenant_id and tenant.active)`;

/** A month to look at what was not delivered, and at what was. */
export const partnerEventRetentions: readonly Retention[] = [
  { table: sql`queued_events`, column: sql`created_at`, days: 30 },
  { table: sql`queued_event_log`, column: sql`delivered_at`, days: 30 },
];
