import { CASE_SPAN_HOURS_MAX, type SnapshotTour } from "#modules/case-states/index";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";

/** Days around a time: a person or vehicle with a shift in them is expected to be on shift at that time. */
const SHIFT_LOOKAROUND_DAYS = 14;
/** Longest occurrence of a calendar, which bounds how far the index is read. */
const OCCURRENCE_DAYS_MAX = 31;

/**
 * SQL of the calendar facts of people and vehicles of `tour`, as JSON, at the time of the case `picked`; rules look
 * closer. An absence that began before the tour was started does not count.
 */
export function availabilityFactsSql(tx: Tx, { judges_at }: { readonly judges_at?: Date }): Sql {
  if (judges_at === undefined) return sql`'[]'::json`;
  return sql`(
    select coalesce(json_agg(${calendarFactsJson}), '[]')
    from (
      select user_id as id, 'USER' as resource from tour_users where tenant_id = ${tx.tenantId} and tour_id = tour.id
      union all select vehicle_id, 'VEHICLE' from tour_vehicles where tenant_id = ${tx.tenantId} and tour_id = tour.id) member
    ${calendarFactsJoin(tx, judges_at)})`;
}

/**
 * Calendar facts of many tours, by a statement that runs beside the one that reads everything else of them; tours
 * without facts are left out.
 */
export async function selectAvailabilityFacts(
  tx: Tx,
  { case_id, tour_ids, judges_at }: { case_id: string; tour_ids: readonly string[]; judges_at: Date },
): Promise<ReadonlyMap<string, SnapshotTour["availability"]>> {
  const rows = await tx.many<Pick<SnapshotTour, "id" | "availability">>(sql`
    with picked as materialized (select * from cases where tenant_id = ${tx.tenantId} and id = ${case_id})
    select tour.id, json_agg(${calendarFactsJson}) as availability
    from (
      select tour_id, user_id as id, 'USER' as resource from tour_users where tenant_id = ${tx.tenantId} and tour_id = any(${tour_ids}::uuid[])
      union all select tour_id, vehicle_id, 'VEHICLE' from tour_vehicles where tenant_id = ${tx.tenantId} and tour_id = any(${tour_ids}::uuid[])) member
    join tours tour on tour.tenant_id = ${tx.tenantId} and tour.id = member.tour_id
    ${calendarFactsJoin(tx, judges_at)}
    group by tour.id`);
  return new Map(rows.map(({ id, availability }) => [id, availability]));
}

const calendarFactsJson = sql`json_build_object('resource', member.resource, 'has_shifts', roster.has_shifts,
  'absences', coalesce(away.spans, '[]'), 'shifts', coalesce(shift.spans, '[]'))`;

/** Calendar facts of each `member` of `tour`; members without any are left out. */
const calendarFactsJoin = (tx: Tx, judges_at: Date) => sql`
  cross join lateral (select ${earliestCaseBegin(judges_at)} as begins offset 0) moment
  cross join lateral (
    select json_agg(${occurrenceSpanJson}) as spans from calendar_occurrences time
    where ${isNearCaseTime(tx, { endsWithinDays: OCCURRENCE_DAYS_MAX + 2 })} and time.event_type = 'UNAVAILABLE'
      and (tour.started_at is null or time.starts_at >= tour.started_at)) away
  cross join lateral (select json_agg(${occurrenceSpanJson}) as spans from (${shiftsOfMember(tx)}) time) shift
  cross join lateral (select shift.spans is not null or exists (${hasShiftsAround(tx)}) as has_shifts offset 0) roster
  where roster.has_shifts or away.spans is not null`;

const occurrenceSpanJson = sql`json_build_object('starts_at', time.starts_at, 'ends_at', time.ends_at)`;

/** Condition that a time falls into the longest time that a case may take. */
const isNearCaseTime = (tx: Tx, { endsWithinDays }: { endsWithinDays: number }) => sql`
  time.tenant_id = ${tx.tenantId} and time.resource_id = member.id and time.ends_at > moment.begins
    and time.ends_at < moment.begins + ${`${endsWithinDays} days`}::interval
    and time.starts_at < moment.begins + ${`${CASE_SPAN_HOURS_MAX} hours`}::interval`;

/**
 * Shifts of the member. Those of a day at most end soon, so that little of a roster is read; longer ones have an index
 * of their own.
 */
const shiftsOfMember = (tx: Tx) => sql`
  select time.starts_at, time.ends_at from calendar_occurrences time
  where ${isNearCaseTime(tx, { endsWithinDays: CASE_SPAN_HOURS_MAX / 24 + 2 })} and time.event_type = 'SCHEDULED_SHIFT'
    and time.ends_at - time.starts_at <= interval '1 day'
  union all
  select time.starts_at, time.ends_at from calendar_occurrences time
  where ${isNearCaseTime(tx, { endsWithinDays: OCCURRENCE_DAYS_MAX + 2 })} and time.event_type = 'SCHEDULED_SHIFT'
    and time.ends_at - time.starts_at > interval '1 day'`;

const hasShiftsAround = (tx: Tx) => sql`
  select 1 from calendar_occurrences around
  where around.tenant_id = ${tx.tenantId} and around.resource_id = member.id and around.event_type = 'SCHEDULED_SHIFT'
    and around.ends_at > moment.begins - ${`${SHIFT_LOOKAROUND_DAYS} days`}::interval
    and around.ends_at < moment.begins + ${`${SHIFT_LOOKAROUND_DAYS + OCCURRENCE_DAYS_MAX} days`}::interval
    and around.starts_at < moment.begins + ${`${SHIFT_LOOKAROUND_DAYS} days`}::interval limit 1`;

/** Earliest moment at which a crew would begin the case. */
const earliestCaseBegin = (judges_at: Date) => sql`(
  select greatest(${judges_at}::timestamptz, job.postponed_until,
    coalesce((coalesce(job.funeral_data, job.rsa_data) -> 'source_address' -> 'timeframe' ->> 'from')::timestamptz, job.not_before),
    case when tour.status = 'SCHEDULED' then tour.scheduled_start_at end)
  from picked job limit 1)`;
