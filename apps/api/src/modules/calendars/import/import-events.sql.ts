import type { Tx } from "#platform/database/database";
import { json, sql } from "#platform/database/sql";
import { columns, type EventDraft, type EventRow, type FirstTime } from "../calendar-events.sql";
import type { StoredSeries } from "../series";

export interface KnownEvent {
  readonly id: string;
  readonly ical_uid: string;
  readonly ical_digest: Buffer;
}

/** Events of a person or vehicle that were read from files before. */
export const selectKnownEvents = (tx: Tx, resource_id: string, keys: readonly string[]) =>
  tx.many<KnownEvent>(sql`
    select id, ical_uid, ical_digest from calendar_events
    where tenant_id = ${tx.tenantId} and resource_id = ${resource_id} and ical_uid = any(${keys}::text[])`);

export interface NewEvent extends EventDraft, FirstTime, Omit<StoredSeries, "occurrences"> {
  readonly ical_uid: string;
  readonly ical_digest: Buffer;
}
export type ImportedRow = EventRow & Pick<NewEvent, "ical_uid">;

/** All at once; one that another request has read in the meantime makes it fail, and nothing is written. */
export const insertEvents = (tx: Tx, events: readonly NewEvent[]) =>
  tx.many<ImportedRow>(sql`
    insert into calendar_events as event (tenant_id, calendar_id, event_type, user_id, vehicle_id, all_day, start_local, end_local,
      timezone, recurrence, note, starts_at, ends_at, expanded_until, extend_at, first_start, first_end, ical_uid, ical_digest)
    select ${tx.tenantId}, calendar_id, event_type, user_id, vehicle_id, all_day, start_local, end_local, timezone, recurrence, note,
      starts_at, coalesce(ends_at, 'infinity'), expanded_until, extend_at, first_start, first_end, ical_uid, decode(digest, 'hex')
    from jsonb_to_recordset(${json(events.map(({ ical_digest, ...event }) => ({ ...event, digest: ical_digest.toString("hex") })))}::jsonb) as given (
      calendar_id uuid, event_type text, user_id uuid, vehicle_id uuid, all_day boolean, start_local timestamp, end_local timestamp,
      timezone text, recurrence text, note text, starts_at timestamptz, ends_at timestamptz, expanded_until date, extend_at timestamptz,
      first_start timestamptz, first_end timestamptz, ical_uid text, digest text)
    returning ${columns}, event.ical_uid`);

interface DatedRow {
  readonly event_id: string;
  readonly date: string;
}

export const insertExclusions = (tx: Tx, days: readonly DatedRow[]) =>
  tx.ahead(sql`
    insert into calendar_exclusions (tenant_id, event_id, date)
    select ${tx.tenantId}, day.event_id, day.date
    from unnest(${days.map(({ event_id }) => event_id)}::uuid[], ${days.map(({ date }) => date)}::date[]) as day (event_id, date)`);

interface TimeRow extends DatedRow {
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** All of one person or vehicle and of one type. */
export const insertTimes = (
  tx: Tx,
  { resource_id, event_type }: { resource_id: string; event_type: string },
  times: readonly TimeRow[],
) =>
  tx.ahead(sql`
    insert into calendar_occurrences (tenant_id, event_id, date, resource_id, event_type, starts_at, ends_at)
    select ${tx.tenantId}, time.event_id, time.date, ${resource_id}::uuid, ${event_type}, time.starts_at, time.ends_at
    from unnest(${times.map(({ event_id }) => event_id)}::uuid[], ${times.map(({ date }) => date)}::date[],
      ${times.map(({ starts_at }) => starts_at)}::timestamptz[], ${times.map(({ ends_at }) => ends_at)}::timestamptz[])
      as time (event_id, date, starts_at, ends_at)`);
