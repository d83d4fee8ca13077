import { STREAM_RESUME_WINDOW_EVENTS } from "@leitstand/contract/operation/limits";
import type { Database } from "../database/database";
import { type Sql, sql } from "../database/sql";

/** Window of the event log: how far back a stream can resume. */
interface EventWindow {
  /** Hours of the window, as the installation sets them, see `STREAM_WINDOW`. */
  readonly hours: number;
  /** Maximum number of events that each tenant keeps. */
  readonly events?: number;
}

const EVENTS_PER_DELETE = 5_000;

/**
 * Removes events outside the window, in batches that hold no lock for long, and records how far, so that a stream which
 * resumes from before it is told. An event without a position has not been told yet, however long ago its transaction
 * began: it stays. Returns how many events were removed.
 */
export async function deleteEventsOutsideWindow(db: Database, now: Date, window: EventWindow): Promise<number> {
  const { hours, events = STREAM_RESUME_WINDOW_EVENTS } = window;
  const cutoff = new Date(now.getTime() - hours * 3_600_000);
  let removed = await deleteEventsWhere(db, sql`looked_at < ${cutoff}`);
  for (const { tenant_id, position } of await selectTenantsOverLimit(db, events)) {
    removed += await deleteEventsWhere(db, sql`tenant_id = ${tenant_id} and position <= ${position}::bigint`);
  }
  await deleteOldLooks(db);
  return removed;
}

/** Selects the newest event to delete for each tenant that has more events than allowed. */
const selectTenantsOverLimit = (db: Database, events: number) =>
  db.system.many<{ tenant_id: string; position: string }>(sql`
    select tenant.id as tenant_id, surplus.position::text from tenants tenant cross join lateral (
      select position from event_positions place where place.tenant_id = tenant.id
      order by position desc offset ${events} limit 1) surplus`);

async function deleteEventsWhere(db: Database, condition: Sql): Promise<number> {
  for (let removed = 0; ; ) {
    const { count } = await db.system.one<{ count: number }>(sql`
      with due as materialized (
        select tenant_id, position, xid, id from event_positions where ${condition} limit ${EVENTS_PER_DELETE}),
      gone as (
        delete from events where (tenant_id, xid, id) in (select tenant_id, xid, id from due)),
      unplaced as (
        delete from event_positions where (tenant_id, position) in (select tenant_id, position from due)),
      horizon as (
        insert into event_horizons (tenant_id, position, xid, id)
        select distinct on (tenant_id) tenant_id, max(position) over (partition by tenant_id), xid, id from due
        order by tenant_id, xid desc, id desc
        on conflict (tenant_id) do update set position = greatest(event_horizons.position, excluded.position),
          (xid, id) = (select xid, id from (values (event_horizons.xid, event_horizons.id), (excluded.xid, excluded.id)) place (xid, id)
            order by xid desc, id desc limit 1))
      select count(*) from due`);
    removed += count;
    if (count < EVENTS_PER_DELETE) return removed;
  }
}

/** Deletes all looks but the newest, the only one that is ever read. */
const deleteOldLooks = (db: Database) =>
  db.system.run(sql`delete from event_looks where look < (select max(look) from event_looks)`);
