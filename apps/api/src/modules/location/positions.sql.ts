import type { OwnLocation } from "@leitstand/contract/fleet/location";
import type { Static } from "@leitstand/contract/core/schema";
import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { QueryRunner, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import type { FixArrays } from "./position-columns";

/** Vehicle that has moved. */
export interface MovedVehicle {
  readonly tenant_id: string;
  readonly vehicle_id: string;
  readonly tour_id: string | null;
  readonly lat: number;
  readonly lon: number;
  readonly heading_degrees: number | null;
  readonly speed_meters_per_second: number | null;
  readonly fixed_at: string;
}
export interface StoredPositionsResult {
  /** Number of stored positions of each source, in the order of the sources. */
  readonly kept: readonly number[];
  readonly moved: readonly MovedVehicle[] | null;
}
interface FixRange {
  readonly now: Date;
  readonly earliest: Date;
  readonly toleranceSeconds: number;
}

/** Seconds by which clocks that are set by the network differ at most. */
const CLOCK_DIFFERENCE_SECONDS_MAX = 2;
/** Time for which a clock that was ahead is taken to be ahead, also for positions from before the phone was offline. */
const CLOCK_REMEMBERED_SECONDS = 600;

/**
 * SQL relation `clock`: how far the clock of each source is ahead, by its newest position and by what was seen before.
 */
const sourceClocksQuery = (given: ReturnType<FixArrays["literals"]>, now: Date) => sql`
    newest_given as materialized (
      select point.of_source, max(point.at_ms) / 1000 as told_at, max(point.at_ms) / 1000 - extract(epoch from ${now}::timestamptz) as seconds_ahead
      from unnest(${given.ofSource}::int[], ${given.times}::float8[]) as point (of_source, at_ms) group by point.of_source),
    clock as materialized (
      select source.n, greatest(coalesce(known.clock_ahead_seconds, 0), seen.seconds) as ahead_seconds,
        case when seen.seconds > 0 then ${now}::timestamptz else known.clock_ahead_at end as ahead_at
      from source join newest_given on newest_given.of_source = source.n
      cross join lateral (select case when newest_given.seconds_ahead > ${CLOCK_DIFFERENCE_SECONDS_MAX} then ceil(newest_given.seconds_ahead)::int else 0 end as seconds) seen
      left join vehicle_positions known on known.tenant_id = source.tenant_id and known.vehicle_id = source.vehicle_id
        and known.device_id is not distinct from source.device_id
        and known.clock_ahead_at > ${now}::timestamptz - make_interval(secs => ${CLOCK_REMEMBERED_SECONDS})
        and newest_given.told_at >= extract(epoch from known.fixed_at) + known.clock_ahead_seconds)`;

/**
 * Stores all waiting positions, of all tenants, in one statement. Each source finds its vehicle and tour by unique
 * indexes of the present state, so that going off duty applies from the very next position on. Outside of tours only
 * vehicles are tracked, not people. All rows are written in one order, whatever the order they came in: two groups wait
 * for each other but never in a circle. Positions ahead of our clock are set back by as much as their sender's clock is
 * ahead.
 */
export const storePositions = (rows: QueryRunner, fixes: FixArrays, { now, earliest, toleranceSeconds }: FixRange) => {
  const given = fixes.literals();
  return rows.one<StoredPositionsResult>(sql`
    with source as materialized (
      select given.n, given.tenant_id, given.device_id, coalesce(planned.vehicle_id, crewed.vehicle_id, given.vehicle_id, lying.vehicle_id) as vehicle_id,
        tour.id as tour_id, case when tour.id is not null then tour.started_at - make_interval(secs => ${toleranceSeconds}) else '-infinity' end as since
      from unnest(${given.tenants}::uuid[], ${given.devices}::uuid[], ${given.users}::uuid[], ${given.vehicles}::uuid[])
        with ordinality as given (tenant_id, device_id, user_id, vehicle_id, n)
      left join lateral (
        select link.vehicle_id, link.tour_id from tour_vehicles link
        where link.tenant_id = given.tenant_id and link.device_id = given.device_id and link.running and given.vehicle_id is null limit 1) planned on true
      left join lateral (
        select min(link.vehicle_id::text)::uuid as vehicle_id, link.tour_id
        from tour_users crew join tour_vehicles link on link.tenant_id = crew.tenant_id and link.tour_id = crew.tour_id
        where crew.tenant_id = given.tenant_id and crew.user_id = given.user_id and crew.running and planned.vehicle_id is null
        group by link.tour_id having count(*) = 1 limit 1) crewed on true
      left join lateral (
        select lies.vehicle_id from vehicle_device_associations lies join vehicles car on car.tenant_id = lies.tenant_id and car.id = lies.vehicle_id and car.active
        where lies.tenant_id = given.tenant_id and lies.device_id = given.device_id and lies.ended_at is null
          and given.vehicle_id is null and planned.vehicle_id is null and crewed.vehicle_id is null limit 1) lying on true
      left join lateral (
        select link.tour_id from tour_vehicles link
        where link.tenant_id = given.tenant_id and link.vehicle_id = coalesce(given.vehicle_id, lying.vehicle_id) and link.running limit 1) driven on true
      left join lateral (
        select tour.id, tour.status, tour.started_sub_state, tour.started_at from tours tour
        where tour.tenant_id = given.tenant_id and tour.id = coalesce(planned.tour_id, crewed.tour_id, driven.tour_id) limit 1) tour on true
      join lateral (select tenant.settings from tenants tenant where tenant.id = given.tenant_id limit 1) tenant on true
      where case when tour.id is null then given.user_id is null and (${tenantSettingSql(sql`tenant`, "locations_without_tour")})::boolean
        else tour.status = 'STARTED' and tour.started_sub_state <> 'OFF_DUTY' end),
    ${sourceClocksQuery(given, now)},
    kept as materialized (
      select source.n, source.tenant_id, source.vehicle_id, source.device_id, source.tour_id, point.*, clock.ahead_seconds, clock.ahead_at, told.fixed_at
      from unnest(${given.ofSource}::int[], ${given.times}::float8[], ${given.lats}::float8[], ${given.lons}::float8[], ${given.accuracies}::real[],
        ${given.speeds}::real[], ${given.headings}::real[], ${given.batteries}::real[])
        as point (of_source, at_ms, lat, lon, accuracy_meters, speed_meters_per_second, heading_degrees, battery_percent)
      join source on source.n = point.of_source join clock on clock.n = source.n
      cross join lateral (select to_timestamp(point.at_ms / 1000 - clock.ahead_seconds) as fixed_at) told
      where source.vehicle_id is not null and told.fixed_at >= greatest(source.since, ${earliest}::timestamptz)),
    stored as (
      insert into positions (tenant_id, vehicle_id, device_id, tour_id, lat, lon, accuracy_meters, speed_meters_per_second, heading_degrees, fixed_at)
      select tenant_id, vehicle_id, device_id, tour_id, lat, lon, accuracy_meters, speed_meters_per_second, heading_degrees, fixed_at
      from kept order by tenant_id, vehicle_id, fixed_at on conflict do nothing),
    newest as materialized (select distinct on (tenant_id, vehicle_id) * from kept order by tenant_id, vehicle_id, fixed_at desc),
    moved as (
      insert into vehicle_positions as known (tenant_id, vehicle_id, device_id, lat, lon, accuracy_meters, speed_meters_per_second, heading_degrees, battery_percent, fixed_at, clock_ahead_seconds, clock_ahead_at)
      select tenant_id, vehicle_id, device_id, lat, lon, accuracy_meters, speed_meters_per_second, heading_degrees, battery_percent, fixed_at, ahead_seconds, ahead_at
      from newest order by tenant_id, vehicle_id
      on conflict (tenant_id, vehicle_id) do update set device_id = excluded.device_id, lat = excluded.lat, lon = excluded.lon,
        accuracy_meters = excluded.accuracy_meters, speed_meters_per_second = excluded.speed_meters_per_second,
        heading_degrees = excluded.heading_degrees, battery_percent = excluded.battery_percent, fixed_at = excluded.fixed_at, received_at = now(),
        clock_ahead_seconds = excluded.clock_ahead_seconds, clock_ahead_at = excluded.clock_ahead_at
        where excluded.fixed_at > known.fixed_at
      returning tenant_id, vehicle_id)
    select array(
        select coalesce(count, 0)::int from generate_series(1, array_length(${given.tenants}::uuid[], 1)) as asked (n)
        left join (select n, count(*) from kept group by n) counted on counted.n = asked.n order by asked.n) as kept, (
        select json_agg(json_build_object('tenant_id', newest.tenant_id, 'vehicle_id', newest.vehicle_id, 'tour_id', newest.tour_id, 'lat', newest.lat,
          'lon', newest.lon, 'heading_degrees', newest.heading_degrees, 'speed_meters_per_second', newest.speed_meters_per_second, 'fixed_at', newest.fixed_at))
        from moved join newest on newest.tenant_id = moved.tenant_id and newest.vehicle_id = moved.vehicle_id) as moved`);
};

export const createPositionDayPartitions = (rows: QueryRunner, { first, last }: { first: string; last: string }) =>
  rows.run(sql`select create_position_days(${first}::date, ${last}::date)`);

export const dropPositionDayPartitions = (rows: QueryRunner, cutoff: Date) =>
  rows.one<{ dropped: number }>(sql`select drop_position_days(${cutoff}) as dropped`);

/**
 * Deletes last positions of vehicles that are older than the cutoff. A row that is locked is just getting a newer
 * position, and stays.
 */
export const deleteLastPositionsBefore = (rows: QueryRunner, cutoff: Date) =>
  rows.run(sql`
    with expired as (
      select tenant_id, vehicle_id from vehicle_positions where fixed_at < ${cutoff}::timestamptz
      order by tenant_id, vehicle_id for update skip locked)
    delete from vehicle_positions known using expired
    where known.tenant_id = expired.tenant_id and known.vehicle_id = expired.vehicle_id`);

export interface PositionAudience {
  readonly branch_ids: readonly string[];
  readonly user_ids: readonly string[];
  readonly device_ids: readonly string[];
}

/**
 * Audiences of vehicles' positions, in the requested order: their branch and their tour's, and the crew of the tour.
 */
export const selectPositionAudiences = (
  rows: QueryRunner,
  moved: readonly Pick<MovedVehicle, "tenant_id" | "vehicle_id" | "tour_id">[],
) =>
  rows.many<PositionAudience>(sql`
    select array_remove(array[vehicle.branch_id::text, tour.branch_id::text], null) as branch_ids,
      array(select crew.user_id::text from tour_users crew where crew.tenant_id = given.tenant_id and crew.tour_id = given.tour_id) as user_ids,
      array(select link.device_id::text from tour_vehicles link
        where link.tenant_id = given.tenant_id and link.tour_id = given.tour_id and link.device_id is not null) as device_ids
    from unnest(${moved.map(({ tenant_id }) => tenant_id)}::uuid[], ${moved.map(({ vehicle_id }) => vehicle_id)}::uuid[],
      ${moved.map(({ tour_id }) => tour_id)}::uuid[]) with ordinality as given (tenant_id, vehicle_id, tour_id, n)
    left join vehicles vehicle on vehicle.tenant_id = given.tenant_id and vehicle.id = given.vehicle_id
    left join tours tour on tour.tenant_id = given.tenant_id and tour.id = given.tour_id
    order by given.n`);

/** Own positions by vehicle and time, as they are stored; only those of the person's tours. */
export const selectOwnLocations = (
  tx: Tx,
  { userId, from, to, limit }: { userId: string; from: string; to: string; limit: number },
) =>
  tx.many<Static<typeof OwnLocation>>(sql`
    select point.vehicle_id, point.tour_id, point.lat, point.lon, point.accuracy_meters, point.speed_meters_per_second,
      point.heading_degrees, point.fixed_at as time
    from positions point
    where point.tenant_id = ${tx.tenantId} and point.fixed_at >= ${from}::timestamptz and point.fixed_at <= ${to}::timestamptz
      and point.vehicle_id in (
        select seat.vehicle_id from tour_users crew
        join tour_vehicles seat on seat.tenant_id = crew.tenant_id and seat.tour_id = crew.tour_id
        where crew.tenant_id = ${tx.tenantId} and crew.user_id = ${userId})
      and point.tour_id in (
        select crew.tour_id from tour_users crew where crew.tenant_id = ${tx.tenantId} and crew.user_id = ${userId})
    order by point.fixed_at, point.vehicle_id limit ${limit}`);
