import { EARTH_RADIUS_METERS } from "@leitstand/geo/lon-lat";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { tourInScopeCondition } from "#modules/visibility/index";
import { type Sql, sql } from "#platform/database/sql";

export interface NearbyVehiclesQuery {
  readonly lon: number;
  readonly lat: number;
  readonly size: number;
  readonly now: Date;
}
export interface NearbyVehicle {
  readonly vehicle_id: string;
  readonly lon: number;
  readonly lat: number;
  readonly current_tour_started_sub_state: "ACTIVE" | "ON_A_BREAK" | "NOT_TAKING_CASES" | "ON_DUTY";
  readonly open_cases: number;
  readonly location_age_seconds: number;
}

/**
 * Condition for visible vehicles: both the vehicle and its position must be in scope, the first by its branch, the
 * second as in the stream.
 */
const nearbyVehicleVisibleCondition = (scope: Scope): Sql => {
  if (scope.all) return sql`true`;
  return sql`(${branchScopeCondition(scope, sql`vehicle.branch_id`)}
    and (vehicle.branch_id = any(${scope.branch_ids}::uuid[]) or ${tourInScopeCondition(scope, sql`tour`)}))`;
};

// Clocks of phones may be some minutes behind; a position from before the shift says nothing about it.
const isPositionOfThisShift = sql`known.fixed_at >= tour.started_at - interval '5 minutes'`;

/** Distance on a great circle of a sphere, in metres. */
const straightLineMeters = ({ lon, lat }: NearbyVehiclesQuery) => sql`
  2 * ${EARTH_RADIUS_METERS}::float8 * asin(least(1, sqrt(
    power(sin(radians(known.lat - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(known.lat)) * power(sin(radians(known.lon - ${lon}::float8) / 2), 2))))`;

/** Nearest vehicles first. Only vehicles on running tours are read, by the index of running links. */
export const selectNearbyVehicles = (tx: Tx, scope: Scope, request: NearbyVehiclesQuery) =>
  tx.many<NearbyVehicle>(sql`
    select near.vehicle_id, near.lon, near.lat, near.started_sub_state as current_tour_started_sub_state,
      greatest(0, extract(epoch from ${request.now}::timestamptz - near.fixed_at))::float8 as location_age_seconds, (
        select count(*)::int from case_links link
        where link.tenant_id = ${tx.tenantId} and link.tour_id = near.tour_id and link.bucket = 'open') as open_cases
    from (
      select vehicle.id as vehicle_id, known.lon, known.lat, tour.id as tour_id, tour.started_sub_state, known.fixed_at, ${straightLineMeters(request)} as straight_meters
      from tour_vehicles seat
      join tours tour on tour.tenant_id = seat.tenant_id and tour.id = seat.tour_id
      join vehicles vehicle on vehicle.tenant_id = seat.tenant_id and vehicle.id = seat.vehicle_id
      join vehicle_positions known on known.tenant_id = vehicle.tenant_id and known.vehicle_id = vehicle.id
      where seat.tenant_id = ${tx.tenantId} and seat.running and tour.status = 'STARTED' and tour.started_sub_state <> 'OFF_DUTY'
        and vehicle.active and ${isPositionOfThisShift} and ${nearbyVehicleVisibleCondition(scope)}
      order by straight_meters, vehicle.id limit ${request.size}) near
    order by near.straight_meters, near.vehicle_id`);
