import { ABSENCE_TOURS_MAX, type AbsenceTour } from "@leitstand/contract/board/absence-tours";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { tourInScopeCondition } from "#modules/visibility/index";

interface AbsenceToMatch {
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
  readonly now: Date;
  /** SQL table of `starts_at` and `ends_at`. */
  readonly times: Sql;
}

export const storedOccurrenceTimesSql = (tx: Tx, event_id: string) => sql`
  select starts_at, ends_at from calendar_occurrences where tenant_id = ${tx.tenantId} and event_id = ${event_id}`;

/** SQL table of times that may not be written yet. */
export const givenOccurrenceTimesSql = (times: readonly { readonly starts_at: Date; readonly ends_at: Date }[]) => sql`
  select * from unnest(${times.map(({ starts_at }) => starts_at)}::timestamptz[],
    ${times.map(({ ends_at }) => ends_at)}::timestamptz[]) as given (starts_at, ends_at)`;

/**
 * The caller's planned and running tours of a person or vehicle during the times of an absence, earliest first; each
 * row has the total of all. A time that began before a running tour was started does not count: the crew has shown up.
 * A tour without a planned end is taken to last a day, and one that runs on after it a day from now.
 */
export const selectToursDuringAbsence = (tx: Tx, scope: Scope, { user_id, vehicle_id, now, times }: AbsenceToMatch) =>
  tx.many<Omit<Static<typeof AbsenceTour>, "ways_out"> & { readonly in_all: number }>(sql`
    with own as (
      select tour_id from tour_users where tenant_id = ${tx.tenantId} and user_id = ${user_id}::uuid and not ended
      union select tour_id from tour_vehicles where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicle_id}::uuid and not ended),
    absent as (${times})
    select tour.id, tour.natural_id, tour.name, tour.branch_id, tour.status, coalesce(tour.started_at, tour.scheduled_start_at) as start_at,
      tour.scheduled_end_at as end_at, away.absent_from, count(*) over () as in_all,
      array(select member.user_id from tour_users member
        where member.tenant_id = ${tx.tenantId} and member.tour_id = tour.id order by member.user_id)::text[] as user_ids,
      (select count(*) from case_links link
        where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id and link.bucket = 'open') as open_cases
    from own
    join tours tour on tour.tenant_id = ${tx.tenantId} and tour.id = own.tour_id and tour.status <> 'FINISHED' and ${tourInScopeCondition(scope, sql`tour`)}
    join lateral (
      select min(time.starts_at) as absent_from from absent time
      where time.ends_at > greatest(${now}::timestamptz, case when tour.started_at is null then tour.scheduled_start_at end)
        and time.starts_at < coalesce(
          case when tour.started_at is null or tour.scheduled_end_at > ${now}::timestamptz then tour.scheduled_end_at end,
          greatest(tour.scheduled_start_at, ${now}::timestamptz) + interval '1 day')
        and (tour.started_at is null or time.starts_at >= tour.started_at)) away on away.absent_from is not null
    order by away.absent_from, tour.id limit ${ABSENCE_TOURS_MAX}`);
