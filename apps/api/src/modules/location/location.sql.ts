import type { QueryRunner, Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { tourInScopeCondition } from "#modules/visibility/index";
import { sql } from "#platform/database/sql";

/**
 * Condition for visible positions, as in the stream: office roles by branch of vehicle or tour, drivers on their own
 * tour.
 */
const positionVisibleCondition = (scope: Scope) =>
  scope.all
    ? sql`true`
    : sql`(vehicle.branch_id = any(${scope.branch_ids}::uuid[]) or ${tourInScopeCondition(scope, sql`tour`)})`;

/** Positions as JSON text: one row per vehicle, so the fleet of a tenant bounds the list. */
export const selectVehicleLocationsJson = (tx: Tx, scope: Scope, now: Date) =>
  tx.one<{ text: string }>(sql`
    select '[' || coalesce(string_agg(to_json(answer)::text, ',' order by answer.license_plate, answer.vehicle_id), '') || ']' as text
    from (
      select vehicle.id as vehicle_id, vehicle.natural_id as vehicle_natural_id, vehicle.license_plate, tour.id as tour_id,
        tour.natural_id as tour_natural_id, known.device_id, known.lat, known.lon, known.accuracy_meters, known.speed_meters_per_second,
        known.heading_degrees, known.battery_percent, known.fixed_at as time, known.received_at,
        greatest(0, extract(epoch from ${now}::timestamptz - known.fixed_at))::bigint as age_seconds
      from vehicle_positions known
      join vehicles vehicle on vehicle.tenant_id = known.tenant_id and vehicle.id = known.vehicle_id
      left join tour_vehicles link on link.tenant_id = vehicle.tenant_id and link.vehicle_id = vehicle.id and link.running
      left join tours tour on tour.tenant_id = link.tenant_id and tour.id = link.tour_id
      where known.tenant_id = ${tx.tenantId} and ${positionVisibleCondition(scope)}) answer`);

/** Vehicles that an integration may report for: not those that are no longer in use, which may belong to others by now. */
export const selectReportableVehicles = (
  rows: QueryRunner,
  request: { tenantId: string; scope: Scope; ids: readonly string[] },
) =>
  rows.many<{ id: string }>(sql`
    select vehicle.id from vehicles vehicle
    where vehicle.tenant_id = ${request.tenantId} and vehicle.id = any(${request.ids}::uuid[]) and vehicle.active
      and ${branchScopeCondition(request.scope, sql`vehicle.branch_id`)}`);
