import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import type { CalendarEventRow } from "./calendar-events.sql";
import type { StoredOccurrenceExpansion } from "./series";

/** Events in a transaction, few enough that other requests hardly wait. */
const EXTENSION_BATCH_SIZE = 50;

export type CalendarEventToExtend = Pick<
  CalendarEventRow,
  | "id"
  | "user_id"
  | "vehicle_id"
  | "event_type"
  | "start_local"
  | "end_local"
  | "timezone"
  | "recurrence"
  | "expanded_until"
> & { readonly tenant_id: string };

/** Locks events of any tenant that need more occurrences; rows locked by another node are skipped. */
export const lockCalendarEventsToExtend = (tx: Tx, now: Date) =>
  tx.many<CalendarEventToExtend>(sql`
    select tenant_id, id, user_id, vehicle_id, event_type, to_char(start_local, 'YYYY-MM-DD"T"HH24:MI:SS') as start_local,
      to_char(end_local, 'YYYY-MM-DD"T"HH24:MI:SS') as end_local, timezone, recurrence, expanded_until
    from calendar_events where extend_at <= ${now}::timestamptz order by extend_at limit ${EXTENSION_BATCH_SIZE} for update skip locked`);

/** Stores how far the occurrences of an event reach; once all are stored, the last one ends the event. */
export const updateOccurrenceExtent = (
  tx: Tx,
  id: string,
  extent: Pick<StoredOccurrenceExpansion, "expanded_until" | "extend_at">,
) =>
  tx.runBeforeNext(sql`
    update calendar_events set expanded_until = ${extent.expanded_until}, extend_at = ${extent.extend_at},
      ends_at = case when ${extent.extend_at}::timestamptz is not null then 'infinity' else coalesce((
        select max(occurrence.ends_at) from calendar_occurrences occurrence
        where occurrence.tenant_id = ${tx.tenantId} and occurrence.event_id = ${id}), starts_at) end
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Moves the end of an event to that of an occurrence that takes place again, where this is later. */
export const updateEventEndForOccurrence = (tx: Tx, id: string, ends_at: Date | undefined) =>
  tx.one<Pick<CalendarEventRow, "ends_at">>(sql`
    update calendar_events set ends_at = greatest(ends_at, ${ends_at ?? null}::timestamptz)
    where tenant_id = ${tx.tenantId} and id = ${id} returning nullif(ends_at, 'infinity') as ends_at`);

export const postponeOccurrenceExtension = (tx: Tx, id: string, until: Date) =>
  tx.runBeforeNext(sql`
    update calendar_events set extend_at = ${until}::timestamptz where tenant_id = ${tx.tenantId} and id = ${id}`);
