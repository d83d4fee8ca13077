import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import type { CalendarEventRow } from "./calendar-events.sql";
import type { EventOccurrence } from "./series";

type OccurrenceOwner = Pick<CalendarEventRow, "user_id" | "vehicle_id" | "event_type">;
interface OccurrenceOfEvent extends EventOccurrence {
  readonly event_id: string;
}

/** Stores occurrences of one event; excluded days are skipped. */
export const insertOccurrences = (
  tx: Tx,
  event: OccurrenceOwner & { id: string },
  occurrences: readonly EventOccurrence[],
) =>
  insertOccurrencesOfEvents(
    tx,
    event,
    occurrences.map((time) => ({ ...time, event_id: event.id })),
  );

/** Stores occurrences of several events of one person or vehicle and of one type. */
export const insertOccurrencesOfEvents = (
  tx: Tx,
  { user_id, vehicle_id, event_type }: OccurrenceOwner,
  times: readonly OccurrenceOfEvent[],
) =>
  tx.runBeforeNext(sql`
    insert into calendar_occurrences (tenant_id, event_id, date, resource_id, event_type, starts_at, ends_at)
    select ${tx.tenantId}, time.event_id, time.date, ${user_id ?? vehicle_id}::uuid, ${event_type}, time.starts_at, time.ends_at
    from unnest(${times.map(({ event_id }) => event_id)}::uuid[], ${times.map(({ date }) => date)}::date[],
      ${times.map(({ starts_at }) => starts_at)}::timestamptz[], ${times.map(({ ends_at }) => ends_at)}::timestamptz[])
      as time (event_id, date, starts_at, ends_at)
    where not exists (select 1 from calendar_exclusions out
      where out.tenant_id = ${tx.tenantId} and out.event_id = time.event_id and out.date = time.date)`);

export const removeOccurrences = (tx: Tx, event_id: string) =>
  tx.runBeforeNext(sql`delete from calendar_occurrences where tenant_id = ${tx.tenantId} and event_id = ${event_id}`);

export const removeOccurrence = (tx: Tx, { event_id, date }: { event_id: string; date: string }) =>
  tx.runBeforeNext(sql`
    delete from calendar_occurrences where tenant_id = ${tx.tenantId} and event_id = ${event_id} and date = ${date}`);

/** Deletes occurrences that ended before the retention time. */
export const removeOldOccurrences = (tx: Tx, event_id: string, before: Date) =>
  tx.runBeforeNext(sql`
    delete from calendar_occurrences
    where tenant_id = ${tx.tenantId} and event_id = ${event_id} and ends_at < ${before}::timestamptz`);
