/**
 * Spans of a tour's sub-states. The caller has locked the tour, and reports every change: before it the span that ends,
 * after it the one that begins. Both travel with the statements beside them.
 */
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/**
 * Ends the open span. An earlier release, which writes no spans, may have changed the tour in the meantime: then its
 * breaks are unknown, and all its spans are deleted.
 */
export function endOpenSubStateSpan(tx: Tx, tourId: string, now: Date) {
  tx.runBeforeNext(sql`
    delete from tour_sub_state_spans span where span.tenant_id = ${tx.tenantId} and span.tour_id = ${tourId} and exists (
      select 1 from tour_sub_state_spans last join tours tour on tour.tenant_id = last.tenant_id and tour.id = last.tour_id
      where last.tenant_id = ${tx.tenantId} and last.tour_id = ${tourId} and last.ended_at is null
        and last.sub_state is distinct from tour.started_sub_state)`);
  tx.runBeforeNext(sql`
    update tour_sub_state_spans set ended_at = greatest(began_at, ${now})
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and ended_at is null`);
}

/**
 * Begins a span. Requests may be written in another order than they arrived in, so a span never begins before the
 * former one ended.
 */
export const beginSubStateSpan = (tx: Tx, tourId: string, { subState, now }: { subState: string; now: Date }) =>
  tx.runBeforeNext(sql`
    insert into tour_sub_state_spans (tenant_id, tour_id, began_at, sub_state)
    select ${tx.tenantId}, ${tourId}, greatest(${now}::timestamptz, max(ended_at)), ${subState} from tour_sub_state_spans
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId}
    on conflict (tenant_id, tour_id, began_at) do update set sub_state = excluded.sub_state, ended_at = null`);

/** Begin of the present sub-state, or the end of the tour. */
export const selectNewestSubStateChangeTime = (tx: Tx, tourId: string) =>
  tx.one<{ at: string | null }>(sql`
    select greatest(max(began_at), max(ended_at)) as at from tour_sub_state_spans
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId}`);

/**
 * Inserts a late entry, which takes the rest of the span in which it began; one from before the first span does not
 * belong to this tour.
 */
export const insertLateSubStateEntry = (tx: Tx, tourId: string, { subState, now }: { subState: string; now: Date }) =>
  tx.runBeforeNext(sql`
    with covering as (
      select began_at, ended_at from tour_sub_state_spans
      where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and began_at <= ${now} and ended_at > ${now}),
    added as (
      insert into tour_sub_state_spans (tenant_id, tour_id, began_at, sub_state, ended_at)
      select ${tx.tenantId}, ${tourId}, ${now}, ${subState}, ended_at from covering
      on conflict (tenant_id, tour_id, began_at) do update set sub_state = excluded.sub_state)
    update tour_sub_state_spans span set ended_at = ${now} from covering
    where span.tenant_id = ${tx.tenantId} and span.tour_id = ${tourId} and span.began_at = covering.began_at and covering.began_at < ${now}`);
