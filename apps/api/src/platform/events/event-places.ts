import { type Sql, sql } from "../database/sql";

/**
 * Finds the event at a position by its key. `offset 0` makes PostgreSQL look up each position: a join would be planned
 * by estimates of the log, and read all of it to find the last one.
 */
export const eventAtPositionSql = (place: Sql): Sql => sql`lateral (
  select event.tenant_id, event.xid, event.id, event.type, event.internal, event.audience, event.payload, event.trace_id, event.created_at
  from events event where event.tenant_id = ${place}.tenant_id and event.xid = ${place}.xid and event.id = ${place}.id offset 0)`;

export const eventColumnsSql = sql`event.tenant_id, event.type, event.internal, event.audience, event.payload::text, event.trace_id,
  event.created_at`;

/**
 * Whether cursors of the previous release, which name events by their transactions on a timeline of the server, are
 * still valid: the log is on that server, and positions were not started over since its first look, whose history
 * begins with the timeline.
 */
export const cursorsWithoutPositionValidCondition = (timeline: Sql): Sql =>
  sql`(${timeline} = event_log_timeline() and starts_with(event_log_history(), ${timeline}))`;
