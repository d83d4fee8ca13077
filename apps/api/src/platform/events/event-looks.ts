import type { CommitThenReadStatements } from "../database/database";
import { type Sql, sql } from "../database/sql";
import type { EventCursor } from "./event-cursor";
import { eventAtPositionSql, eventColumnsSql } from "./event-places";

/**
 * A look at the event log: gives positions to the events that have become visible since the one before. Its statements
 * are one transaction, and `read` is what is asked for after its commit, each with the same settings; all of it is one
 * round trip, so that a node that stops in the middle blocks no other.
 */
type LogRead = CommitThenReadStatements;

/** Page of events after a look: the first of those after a position. */
interface EventPageQuery {
  readonly after: bigint;
  readonly limit: number;
}

/** Row that a read of the log returns; without an event when there is none. */
export interface EventLogReadRow {
  readonly history: string;
  /** False when `createRenumberingLogRead` must number positions from the start first. */
  readonly continues: boolean;
  readonly last_position: string;
  readonly position: string | null;
}

/** A look waits for another look, never for any other transaction; the number is that of this lock alone. */
export const EVENT_LOG_READ_LOCK = 5_274_106;
/** Time limit in ms for numbering a whole log, which may take a while. */
const RESTART_WITHIN_MS = 600_000;

/**
 * Settings of a look: an event that was told is on disk, and no plan depends on the planner's estimate of a log that
 * has grown since.
 */
const logReadSettings = sql`select set_config('synchronous_commit', 'on', true), set_config('enable_seqscan', 'off', true)`;
/**
 * Takes the lock in a statement of its own: in one with what follows, the snapshot would be older than the commit of
 * the look that was waited for, and its events would be numbered twice.
 */
const takeLogReadLock = sql`select pg_advisory_xact_lock(${EVENT_LOG_READ_LOCK})`;

const selectNewestLook = sql`select * from event_looks order by look desc limit 1`;
type LookCondition = (look: Sql) => Sql;
/**
 * Condition that the log is where the newest look left it: on this server, in this table, and no number was taken back.
 */
const isLogContinued: LookCondition = (
  look,
) => sql`(${look}.timeline = event_log_timeline() and ${look}.stored_in = 'event_looks'::regclass::oid
  and pg_snapshot_xmax(${look}.seen) <= pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * Numbers new events. One statement has one snapshot: what is visible in it and was not in the newest `seen` is
 * numbered, and the snapshot becomes the next `seen`. New is what has committed of the transactions that were open
 * then, and of those that began since. No limit: what was left over would be taken for seen. Two changes of one object
 * hold its row one after the other, so no snapshot shows the second without the first, and the second has the greater
 * id.
 */
const numberNewEvents = (continues: LookCondition): Sql => sql`
  with before as materialized (${selectNewestLook}),
  present as materialized (
    select pg_current_snapshot() as seen from before where ${continues(sql`before`)}),
  fresh as materialized (
    select tenant_id, xid, id from events
    where exists (select from present) and xid = any(array(select pg_snapshot_xip(seen) from before))
    union all
    select tenant_id, xid, id from events
    where exists (select from present) and xid >= (select pg_snapshot_xmax(seen) from before)),
  placed as (
    insert into event_positions (tenant_id, position, xid, id)
    select tenant_id, (select last_position from before) + row_number() over (order by id), xid, id from fresh
    returning position)
  insert into event_looks (seen, last_position, history, timeline, stored_in)
  select present.seen, placed.last_position, before.history, before.timeline, before.stored_in
  from before, present, (select max(position) as last_position from placed) placed where placed.last_position is not null`;

/**
 * Reads what a look answers: the last position that was given, the history that positions belong to, and the events after
 * a position. One statement, so that all of it is of one snapshot.
 */
const readPositionedEvents = ({ after, limit }: EventPageQuery, continues: LookCondition = isLogContinued): Sql => sql`
  select look.history, ${continues(sql`look`)} as continues, look.last_position::text, event.*
  from (select 1) one left join (${selectNewestLook}) look on true left join lateral (
    select place.position::text, ${eventColumnsSql}
    from event_positions place cross join ${eventAtPositionSql(sql`place`)} event
    where place.position > ${after}::bigint order by place.position limit ${limit}) event on true
  order by event.position::bigint`;

export type EventLogReadFactory = (page: EventPageQuery) => LogRead;

/** A look that runs only while a condition holds for the newest look. */
export const createConditionalLogReadFactory =
  (continues: LookCondition): EventLogReadFactory =>
  (page) => ({
    settings: logReadSettings,
    transaction: [takeLogReadLock, numberNewEvents(continues)],
    read: readPositionedEvents(page, continues),
  });
export const createEventLogRead = createConditionalLogReadFactory(isLogContinued);

/**
 * Starts positions over at the first look at a log, and at one that was moved: to a promoted standby, to another
 * cluster, into a table that was restored. Events whose numbers are still to come on this server lose them, or they
 * would be found again; events without a position get one, and the new history tells all streams. It is drawn for the
 * first look at a log as well, because a dump from before it may be restored, and then there is another first one; but
 * it begins with the timeline that cursors of the previous release name, see `cursorsWithoutPositionValidCondition`.
 */
const restartLogUnless =
  (continues: LookCondition): EventLogReadFactory =>
  (page) => ({
    settings: sql`select set_config('synchronous_commit', 'on', true), set_config('statement_timeout', ${String(RESTART_WITHIN_MS)}, true)`,
    transaction: [
      takeLogReadLock,
      sql`
      with before as materialized (${selectNewestLook}),
      present as materialized (
        select pg_current_snapshot() as seen, event_log_timeline() as timeline
        where not exists (select from before where ${continues(sql`before`)})),
      taken_off_events as (
        update events set xid = '0' from present where not pg_visible_in_snapshot(xid, present.seen)),
      taken_off_positions as (
        update event_positions set xid = '0' from present where not pg_visible_in_snapshot(xid, present.seen)),
      missing as materialized (
        select event.tenant_id, event.id, case when pg_visible_in_snapshot(event.xid, present.seen) then event.xid else '0' end as xid
        from present cross join events event where not exists (
          select from event_positions place
          where place.tenant_id = event.tenant_id and place.xid = event.xid and place.id = event.id)),
      last as materialized (select coalesce(max(position), 0) as position from event_positions),
      placed as (
        insert into event_positions (tenant_id, position, xid, id)
        select missing.tenant_id, last.position + row_number() over (order by missing.id), missing.xid, missing.id from missing, last
        returning position)
      insert into event_looks (seen, last_position, history, timeline, stored_in)
      select present.seen, greatest(last.position, (select max(position) from placed)),
        case when exists (select from before) then 'f' || left(drawn.hex, 15) else left(present.timeline || drawn.hex, 16) end,
        present.timeline, 'event_looks'::regclass::oid
      from present, last, (select md5(gen_random_uuid()::text) as hex) drawn`,
    ],
    read: readPositionedEvents(page),
  });
export const createRenumberingLogRead = restartLogUnless(isLogContinued);
/**
 * Numbers the positions from the start when an earlier state of the log was restored in place, which shows only in that
 * the log ends before the events that were already sent.
 */
export const createRenumberingReadAfterRestore = ({ position, history }: EventCursor): EventLogReadFactory =>
  restartLogUnless((look) => sql`(${look}.history <> ${history} or ${look}.last_position >= ${position}::bigint)`);
