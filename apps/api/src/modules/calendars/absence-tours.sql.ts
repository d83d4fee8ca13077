import { ABSENCE_TOURS_MAX, type AbsenceTour } from "@leitstand/contract/board/absence-tours";
import type { Static } from "@leitstand/contract/core/schema";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { inTourScope } from "#modules/visibility/index";

interface Absence {
  readonly id: string;
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
}

/**
 * The caller's planned and running tours of the person or vehicle that an absence falls into, the earliest first. One that began before
 * a running tour was started does not count: the crew has shown up. A tour without a planned end is taken to last a day.
 */
export const selectAbsenceTours = (tx: Tx, scope: Scope, { id, user_id, vehicle_id, now }: Absence & { now: Date }) =>
  tx.many<Omit<Static<typeof AbsenceTour>, "ways_out">>(sql`
    with own as (
      select tour_id from tour_users where tenant_id = ${tx.tenantId} and user_id = ${user_id}::uuid and not ended
      union select tour_id from tour_vehicles where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicle_id}::uuid and not ended)
    select tour.id, tour.natural_id, tour.name, tour.branch_id, tour.status, coalesce(tour.started_at, tour.scheduled_start_at) as start_at,
      tour.scheduled_end_at as end_at, away.absent_from,
      array(select member.user_id from tour_users member
        where member.tenant_id = ${tx.tenantId} and member.tour_id = tour.id order by member.user_id)::text[] as user_ids,
      (select count(*) from case_links link
        where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id and link.bucket = 'open') as open_cases
    from own
    join tours tour on tour.tenant_id = ${tx.tenantId} and tour.id = own.tour_id and tour.status <> 'FINISHED' and ${inTourScope(scope, sql`tour`)}
    join lateral (
      select min(time.starts_at) as absent_from from calendar_occurrences time
      where time.tenant_id = ${tx.tenantId} and time.event_id = ${id} and time.event_type = 'UNAVAILABLE'
        and time.ends_at > greatest(${now}::timestamptz, tour.scheduled_start_at)
        and time.starts_at < coalesce(tour.scheduled_end_at, greatest(tour.scheduled_start_at, ${now}::timestamptz) + interval '1 day')
        and (tour.started_at is null or time.starts_at >= tour.started_at)) away on away.absent_from is not null
    order by away.absent_from, tour.id limit ${ABSENCE_TOURS_MAX}`);
