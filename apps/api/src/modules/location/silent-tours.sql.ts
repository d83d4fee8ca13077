import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { QueryRunner, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Tour that should report its position, and has been silent for longer than the tenant's setting. */
export interface SilentTour {
  readonly tenant_id: string;
  readonly tour_id: string;
  readonly natural_id: string;
  readonly branch_id: string;
  readonly silent_since: string;
  readonly language: string;
  /** Minutes by the tenant's setting; after twice as many the dispatcher gets a message. */
  readonly minutes: number;
  readonly is_reported: boolean;
}

/**
 * Silent tours for which the present step was not taken yet. A change of the tour, such as the end of a break, restarts
 * its time, as in the warning of ASSIGN.
 */
export const selectSilentTours = (rows: QueryRunner, now: Date) =>
  rows.many<SilentTour>(sql`
    select tour.tenant_id, tour.id as tour_id, tour.natural_id, tour.branch_id, heard.silent_since, tenant.language, allowed.minutes, stage.is_reported
    from branches home
    join tenants tenant on tenant.id = home.tenant_id and tenant.active
    join tours tour on tour.tenant_id = home.tenant_id and tour.branch_id = home.id and tour.status = 'STARTED'
      and tour.started_sub_state in ('ACTIVE', 'ON_DUTY')
    cross join lateral (select (${tenantSettingSql(sql`tenant`, "location_report_minutes")})::int as minutes) allowed
    cross join lateral (
      select greatest(tour.started_at, tour.updated_at, (
        select max(place.fixed_at) from tour_vehicles link
        join vehicle_positions place on place.tenant_id = link.tenant_id and place.vehicle_id = link.vehicle_id
        where link.tenant_id = tour.tenant_id and link.tour_id = tour.id)) as silent_since) heard
    cross join lateral (
      select heard.silent_since < ${now}::timestamptz - make_interval(mins => 2 * allowed.minutes) as is_reported) stage
    left join silent_tours known on known.tenant_id = tour.tenant_id and known.tour_id = tour.id and known.silent_since = heard.silent_since
    where home.location_report_required and heard.silent_since < ${now}::timestamptz - make_interval(mins => allowed.minutes)
      and (known.tour_id is null or (stage.is_reported and known.reported_at is null))
    order by heard.silent_since, tour.id limit 500`);

/** Marks a silent tour; 0 when another node was faster. */
export const markSilentTour = (tx: Tx, { tour_id, silent_since, is_reported }: SilentTour, now: Date) =>
  tx.run(sql`
    insert into silent_tours as known (tenant_id, tour_id, silent_since, asked_at, reported_at)
    values (${tx.tenantId}, ${tour_id}, ${silent_since}, ${now}, ${is_reported ? now : null})
    on conflict (tenant_id, tour_id) do update
      set silent_since = excluded.silent_since, asked_at = excluded.asked_at, reported_at = excluded.reported_at
      where known.silent_since < excluded.silent_since or (known.reported_at is null and excluded.reported_at is not null)`);
