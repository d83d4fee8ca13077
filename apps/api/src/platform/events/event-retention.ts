import { STREAM_WINDOW_EVENTS } from "@leitstand/contract/operation/limits";
import type { Database } from "../database/database";
import { type Sql, sql } from "../database/sql";

/** How far back a stream can resume. */
interface EventWindow {
  /** As the installation says, see `STREAM_WINDOW`. */
  readonly hours: number;
  /** Of each tenant. */
  readonly events?: number;
}

const BATCH = 5_000;

/**
 * Removes what lies outside the window, in batches that hold no lock for long, and writes down how far, so that a stream
 * which resumes from before it is told. Answers how many events were removed.
 */
export async function trimEvents(db: Database, now: Date, window: EventWindow): Promise<number> {
  const { hours, events = STREAM_WINDOW_EVENTS } = window;
  const cutoff = new Date(now.getTime() - hours * 3_600_000);
  let removed = await trimWhere(db, sql`created_at < ${cutoff}`);
  for (const { tenant_id, xid, id } of await selectOverfull(db, events)) {
    removed += await trimWhere(db, sql`tenant_id = ${tenant_id} and (xid, id) <= (${xid}::xid8, ${id}::bigint)`);
  }
  return removed;
}

/** The newest event of each tenant that is one too many. */
const selectOverfull = (db: Database, events: number) =>
  db.system.many<{ tenant_id: string; xid: string; id: string }>(sql`
    select tenant.id as tenant_id, surplus.xid, surplus.id::text from tenants tenant cross join lateral (
      select xid, id from events where events.tenant_id = tenant.id order by xid desc, id desc offset ${events} limit 1) surplus`);

async function trimWhere(db: Database, condition: Sql): Promise<number> {
  for (let removed = 0; ; ) {
    const { count } = await db.system.one<{ count: number }>(sql`
      with gone as (
        delete from events where (tenant_id, xid, id) in (select tenant_id, xid, id from events where ${condition} limit ${BATCH})
        returning tenant_id, xid, id),
      horizon as (
        insert into event_horizons (tenant_id, xid, id)
        select distinct on (tenant_id) tenant_id, xid, id from gone order by tenant_id, xid desc, id desc
        on conflict (tenant_id) do update set xid = excluded.xid, id = excluded.id
        where (excluded.xid, excluded.id) > (event_horizons.xid, event_horizons.id))
      select count(*) from gone`);
    removed += count;
    if (count < BATCH) return removed;
  }
}
