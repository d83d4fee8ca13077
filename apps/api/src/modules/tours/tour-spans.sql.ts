import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/**
 * From when to when a tour was in which sub-state. The caller holds the tour, and says so of every change: before the change
 * what ends, after it what begins. Both travel with the statements beside them.
 */

/** A release that writes no spans may have changed the tour in the meantime: then nobody knows its breaks, and none is kept. */
export function closeSpan(tx: Tx, tourId: string, now: Date) {
  tx.ahead(sql`
    delete from tour_sub_state_spans span where span.tenant_id = ${tx.tenantId} and span.tour_id = ${tourId} and exists (
      select 1 from tour_sub_state_spans last join tours tour on tour.tenant_id = last.tenant_id and tour.id = last.tour_id
      where last.tenant_id = ${tx.tenantId} and last.tour_id = ${tourId} and last.ended_at is null
        and last.sub_state is distinct from tour.started_sub_state)`);
  tx.ahead(sql`
    update tour_sub_state_spans set ended_at = greatest(began_at, ${now})
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and ended_at is null`);
}

/** Requests may be written in another order than they arrived in: a span never begins before the one before it ended. */
export const openSpan = (tx: Tx, tourId: string, { subState, now }: { subState: string; now: Date }) =>
  tx.ahead(sql`
    insert into tour_sub_state_spans (tenant_id, tour_id, began_at, sub_state)
    select ${tx.tenantId}, ${tourId}, greatest(${now}::timestamptz, max(ended_at)), ${subState} from tour_sub_state_spans
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId}
    on conflict (tenant_id, tour_id, began_at) do update set sub_state = excluded.sub_state, ended_at = null`);

/** When the present sub-state began, or the tour ended. */
export const selectNewestChange = (tx: Tx, tourId: string) =>
  tx.one<{ at: string | null }>(sql`
    select greatest(max(began_at), max(ended_at)) as at from tour_sub_state_spans
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId}`);

/** What was told late takes the rest of the span in which it began; what was before the first one is not of this tour. */
export const insertPastSpan = (tx: Tx, tourId: string, { subState, now }: { subState: string; now: Date }) =>
  tx.ahead(sql`
    with covering as (
      select began_at, ended_at from tour_sub_state_spans
      where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and began_at <= ${now} and ended_at > ${now}),
    added as (
      insert into tour_sub_state_spans (tenant_id, tour_id, began_at, sub_state, ended_at)
      select ${tx.tenantId}, ${tourId}, ${now}, ${subState}, ended_at from covering
      on conflict (tenant_id, tour_id, began_at) do update set sub_state = excluded.sub_state)
    update tour_sub_state_spans span set ended_at = ${now} from covering
    where span.tenant_id = ${tx.tenantId} and span.tour_id = ${tourId} and span.began_at = covering.began_at and covering.began_at < ${now}`);
