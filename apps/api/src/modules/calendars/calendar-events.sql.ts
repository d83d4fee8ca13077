import type { CalendarEvent } from "@leitstand/contract/board/calendar-events";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { joinSql, type Sql, sql } from "#platform/database/sql";
import {
  calendarEventChangeableCondition,
  calendarEventInBranchCondition,
  calendarEventVisibleCondition,
} from "./calendar-scope.sql";
import type { EventAndOccurrenceRow, EventOccurrence, StoredOccurrenceExpansion } from "./series";

type CalendarEventAnswer = Static<typeof CalendarEvent>;

/** Event as it is stored; local times are without a zone, as `2026-11-23T22:00:00`. */
export interface CalendarEventRow
  extends Pick<CalendarEventAnswer, "event_type" | "calendar_id" | "all_day" | "timezone"> {
  readonly id: string;
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
  readonly start_local: string;
  readonly end_local: string;
  readonly recurrence: string | null;
  readonly note: string | null;
  readonly lock_version: number;
  /** Start of the first occurrence and end of the last one; `ends_at` is null while the end is not known. */
  readonly starts_at: string;
  readonly ends_at: string | null;
  readonly expanded_until: string;
}
export type CalendarEventDraft = Omit<
  CalendarEventRow,
  "id" | "lock_version" | "starts_at" | "ends_at" | "expanded_until"
>;

const formatLocalTime = (column: Sql) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
const eventColumns = sql`event.id, event.calendar_id, event.event_type, event.user_id, event.vehicle_id, event.all_day,
  ${formatLocalTime(sql`event.start_local`)} as start_local, ${formatLocalTime(sql`event.end_local`)} as end_local, event.timezone, event.recurrence,
  event.note, event.lock_version, event.starts_at, nullif(event.ends_at, 'infinity') as ends_at, event.expanded_until`;

/**
 * Condition on the days by which occurrences of one event are indexed. It reads a day more on each side, and as many
 * days before the window as the longest event has.
 */
const occurrenceDayCondition = ({
  from,
  to,
}: CalendarEventWindow) => sql`occurrence.date between (${from}::timestamptz - interval '33 days')::date
  and (${to}::timestamptz + interval '1 day')::date and occurrence.starts_at < ${to}::timestamptz and occurrence.ends_at > ${from}::timestamptz`;
/**
 * Columns of the answer for an event. The database stores its text as JSON (migration 0085), because rendering
 * thousands of events takes long.
 */
const eventAnswerColumns = sql`event.id, event.answer_text, time.date, time.starts_at, time.ends_at`;
/**
 * Times of each event in a window. `offset 0` makes the planner find events first: a plan that fits every window would
 * begin with all times of all calendars.
 */
const occurrencesInWindow = (tx: Tx, window: CalendarEventWindow) => sql`lateral (
  select occurrence.date, occurrence.starts_at, occurrence.ends_at from calendar_occurrences occurrence
  where occurrence.tenant_id = ${tx.tenantId} and occurrence.event_id = event.id and ${occurrenceDayCondition(window)} offset 0) time`;

export interface CalendarEventWindow {
  readonly from: Date;
  readonly to: Date;
}
export interface CalendarEventFilter {
  readonly resource_type?: "USER" | "VEHICLE";
  readonly resource_id?: string;
  readonly event_type?: string;
  readonly branch_id?: string;
}

/** Times of events in a window, each beside its event; the limit is one more than the most that are answered. */
export const selectCalendarEvents = (
  tx: Tx,
  scope: Scope,
  {
    calendar_id,
    window,
    filter,
    most,
  }: { calendar_id: string; window: CalendarEventWindow; filter: CalendarEventFilter; most: number },
) =>
  tx.many<EventAndOccurrenceRow>(sql`
    select ${eventAnswerColumns} from calendar_events event cross join ${occurrencesInWindow(tx, window)}
    where event.tenant_id = ${tx.tenantId} and event.calendar_id = ${calendar_id} and event.ends_at > ${window.from}::timestamptz
      and event.starts_at < ${window.to}::timestamptz and ${eventFilterCondition(tx, filter)} and ${calendarEventVisibleCondition(tx, scope)}
    limit ${most + 1}`);

function eventFilterCondition(tx: Tx, { resource_type, resource_id, event_type, branch_id }: CalendarEventFilter): Sql {
  const conditions = [
    ...(resource_type === undefined
      ? []
      : [resource_type === "USER" ? sql`event.user_id is not null` : sql`event.vehicle_id is not null`]),
    ...(resource_id === undefined ? [] : [sql`(event.user_id = ${resource_id} or event.vehicle_id = ${resource_id})`]),
    ...(event_type === undefined ? [] : [sql`event.event_type = ${event_type}`]),
    ...(branch_id === undefined ? [] : [calendarEventInBranchCondition(tx, branch_id)]),
  ];
  return conditions.length === 0 ? sql`true` : joinSql(conditions, " and ");
}

/** Answer of one event: a row for each of its times in the window, or a single row without a time. */
export const selectCalendarEvent = (tx: Tx, id: string, window: CalendarEventWindow) =>
  tx.many<EventAndOccurrenceRow>(sql`
    select ${eventAnswerColumns} from calendar_events event left join ${occurrencesInWindow(tx, window)} on true
    where event.tenant_id = ${tx.tenantId} and event.id = ${id}`);

/** Locks an event, so that other changes of it wait; undefined when the caller may change no such event. */
export const lockCalendarEvent = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<CalendarEventRow>(sql`
    select ${eventColumns} from calendar_events event
    where event.tenant_id = ${tx.tenantId} and event.id = ${id} and ${calendarEventChangeableCondition(tx, scope)} for update`);

export const lockCalendarEventsOfUser = (tx: Tx, user_id: string) =>
  tx.many<CalendarEventRow>(sql`
    select ${eventColumns} from calendar_events event
    where event.tenant_id = ${tx.tenantId} and event.user_id = ${user_id} order by event.id for update`);

export const selectIsEventVisible = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select event.id from calendar_events event
    where event.tenant_id = ${tx.tenantId} and event.id = ${id} and ${calendarEventVisibleCondition(tx, scope)}`);

/** Number of events of the tenant, counted up to one more than `most`. */
export const countCalendarEvents = (tx: Tx, most: number) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from (select 1 from calendar_events where tenant_id = ${tx.tenantId} limit ${most + 1}) counted`);

type EventSeriesColumns = Omit<StoredOccurrenceExpansion, "occurrences"> & Pick<EventOccurrence, "starts_at">;

interface NewEvent<Uid> extends CalendarEventDraft, FirstEventTime, EventSeriesColumns {
  /** Key by which the event is recognised when its file is imported again; null for an event that came from no file. */
  readonly ical_uid: Uid;
  readonly ical_digest: Buffer | null;
}
export type InsertedEventRow<Uid = string> = CalendarEventRow & Pick<NewEvent<Uid>, "ical_uid">;

export async function insertCalendarEvent(
  tx: Tx,
  draft: CalendarEventDraft,
  kept: EventSeriesColumns & FirstEventTime,
): Promise<CalendarEventRow> {
  const [event] = await insertCalendarEvents(tx, [{ ...draft, ...kept, ical_uid: null, ical_digest: null }]);
  if (!event) throw new Error("The event was written and is not there");
  return event;
}

type NewEventRow = Omit<NewEvent<string | null>, "ical_digest"> & {
  /** Digest of the event in its file, in hexadecimal. */
  readonly digest: string | null;
};
const newEventRows = createRecordset<NewEventRow>("given", {
  calendar_id: "uuid",
  event_type: "text",
  user_id: "uuid",
  vehicle_id: "uuid",
  all_day: "boolean",
  start_local: "timestamp",
  end_local: "timestamp",
  timezone: "text",
  recurrence: "text",
  note: "text",
  starts_at: "timestamptz",
  ends_at: "timestamptz",
  expanded_until: "date",
  extend_at: "timestamptz",
  first_start: "timestamptz",
  first_end: "timestamptz",
  ical_uid: "text",
  digest: "text",
});

/**
 * Inserts events all at once; when another request has imported one of them in the meantime, the statement fails and
 * nothing is written.
 */
export const insertCalendarEvents = <Uid extends string | null>(tx: Tx, events: readonly NewEvent<Uid>[]) =>
  tx.many<InsertedEventRow<Uid>>(sql`
    insert into calendar_events as event (tenant_id, calendar_id, event_type, user_id, vehicle_id, all_day, start_local, end_local,
      timezone, recurrence, note, starts_at, ends_at, expanded_until, extend_at, first_start, first_end, ical_uid, ical_digest)
    select ${tx.tenantId}, calendar_id, event_type, user_id, vehicle_id, all_day, start_local, end_local, timezone, recurrence, note,
      starts_at, coalesce(ends_at, 'infinity'), expanded_until, extend_at, first_start, first_end, ical_uid, decode(digest, 'hex')
    from ${newEventRows(events.map(({ ical_digest, ...event }) => ({ ...event, digest: ical_digest?.toString("hex") ?? null })))}
    returning ${eventColumns}, event.ical_uid`);

/** Start and end of an event by its own times; its recurrence rule may fall on neither. */
export interface FirstEventTime {
  readonly first_start: Date;
  readonly first_end: Date;
}

export const updateCalendarEventRow = (
  tx: Tx,
  draft: CalendarEventDraft,
  kept: EventSeriesColumns & FirstEventTime & { id: string },
) =>
  tx.one<CalendarEventRow>(sql`
    update calendar_events event set calendar_id = ${draft.calendar_id}, event_type = ${draft.event_type}, user_id = ${draft.user_id},
      vehicle_id = ${draft.vehicle_id}, all_day = ${draft.all_day}, start_local = ${draft.start_local}, end_local = ${draft.end_local},
      timezone = ${draft.timezone}, recurrence = ${draft.recurrence}, note = ${draft.note}, starts_at = ${kept.starts_at},
      ends_at = coalesce(${kept.ends_at}::timestamptz, 'infinity'), expanded_until = ${kept.expanded_until},
      extend_at = ${kept.extend_at}, first_start = ${kept.first_start}, first_end = ${kept.first_end},
      lock_version = lock_version + 1, updated_at = now()
    where event.tenant_id = ${tx.tenantId} and event.id = ${kept.id}
    returning ${eventColumns}`);

export const removeCalendarEvent = (tx: Tx, id: string) =>
  tx.run(sql`delete from calendar_events where tenant_id = ${tx.tenantId} and id = ${id}`);

export const selectTimezoneAndDefaultCalendar = (tx: Tx) =>
  tx.one<{ timezone: string; default_calendar_id: string | null }>(sql`
    select timezone, (select id from calendars where tenant_id = ${tx.tenantId} and is_default) as default_calendar_id
    from tenants where id = ${tx.tenantId}`);
