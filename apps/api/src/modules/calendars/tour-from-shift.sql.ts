import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { calendarEventVisibleCondition } from "./calendar-scope.sql";

export interface ShiftOccurrenceKey {
  readonly event_id: string;
  readonly date: string;
}
export interface ShiftOccurrenceRow extends ShiftOccurrenceKey {
  readonly event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT";
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
  /** Branch of the vehicle. */
  readonly branch_id: string | null;
  /** Start of the shift; null when the event does not take place on that day. */
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/**
 * Locks the named events until the tour is created, and reads their shifts, as far as the caller sees them. The shifts
 * are read by a statement of its own after the lock: only so it sees what was committed while waiting for the lock.
 */
export const lockShiftOccurrences = (tx: Tx, scope: Scope, names: readonly ShiftOccurrenceKey[]) => {
  tx.runBeforeNext(sql`
    select 1 from calendar_events
    where tenant_id = ${tx.tenantId} and id = any(${names.map(({ event_id }) => event_id)}::uuid[]) order by id for update`);
  return tx.many<ShiftOccurrenceRow>(sql`
    select wanted.event_id, wanted.date, event.event_type, event.user_id, event.vehicle_id, car.branch_id, time.starts_at, time.ends_at
    from unnest(${names.map(({ event_id }) => event_id)}::uuid[], ${names.map(({ date }) => date)}::date[]) as wanted (event_id, date)
    join calendar_events event on event.tenant_id = ${tx.tenantId} and event.id = wanted.event_id
    left join calendar_occurrences time on time.tenant_id = event.tenant_id and time.event_id = event.id and time.date = wanted.date
    left join vehicles car on car.tenant_id = event.tenant_id and car.id = event.vehicle_id
    where ${calendarEventVisibleCondition(tx, scope)} order by event.id`);
};

/** Stores which shifts the tour covers; a shift that another tour covers is refused by the unique key. */
export const insertTourShifts = (tx: Tx, tour_id: string, names: readonly ShiftOccurrenceKey[]) =>
  tx.run(sql`
    insert into tour_shifts (tenant_id, event_id, date, tour_id)
    select ${tx.tenantId}, wanted.event_id, wanted.date, ${tour_id}
    from unnest(${names.map(({ event_id }) => event_id)}::uuid[], ${names.map(({ date }) => date)}::date[]) as wanted (event_id, date)`);

export const selectShiftOnOtherTour = (tx: Tx, names: readonly ShiftOccurrenceKey[]) =>
  tx.maybe<ShiftOccurrenceKey>(sql`
    select used.event_id, used.date from tour_shifts used
    join unnest(${names.map(({ event_id }) => event_id)}::uuid[], ${names.map(({ date }) => date)}::date[]) as wanted (event_id, date)
      on wanted.event_id = used.event_id and wanted.date = used.date
    where used.tenant_id = ${tx.tenantId} limit 1`);

/** Moves the shifts of tours from a day on to the event that continues the series. */
export const moveTourShiftsToEvent = (tx: Tx, { from, to, since }: { from: string; to: string; since: string }) =>
  tx.runBeforeNext(sql`
    update tour_shifts set event_id = ${to} where tenant_id = ${tx.tenantId} and event_id = ${from} and date >= ${since}`);
