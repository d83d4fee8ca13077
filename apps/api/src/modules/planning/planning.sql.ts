import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { caseInScopeCondition, tourInScopeCondition, vehiclePositionInScopeCondition } from "#modules/visibility/index";
import { emptySql, toJsonParameter, type Sql, sql } from "#platform/database/sql";
import {
  type AddressBookPlaceFacts,
  OPENING_HOURS_DAYS_AHEAD,
  type PlanningCase,
  type PlanningLonLat,
  type PlanningTour,
  type PlanningRules,
} from "./planned";

const placesJson = (dispatchCase: Sql) => sql`
  'source', coalesce(${dispatchCase}.funeral_data, ${dispatchCase}.rsa_data) -> 'source_address',
  'target', coalesce(${dispatchCase}.funeral_data, ${dispatchCase}.rsa_data) -> 'target_address'`;

/**
 * Latest moment of a death, of which only the day is known: the end of the day, or the creation of the case if that was
 * earlier.
 */
const latestDeathMoment = (dispatchCase: Sql) => sql`(
  select least(${dispatchCase}.created_at, (person.died_on + 1)::timestamp at time zone tenant.timezone)
  from tenants tenant, lateral (select (${dispatchCase}.funeral_data -> 'cargo_deceased' ->> 'date_of_death')::date as died_on) person
  where tenant.id = ${dispatchCase}.tenant_id and person.died_on is not null)`;

const plannedCaseJson = (
  dispatchCase: Sql,
) => sql`json_build_object('id', ${dispatchCase}.id, 'natural_id', ${dispatchCase}.natural_id, 'data_type', ${dispatchCase}.data_type,
  'approved', ${dispatchCase}.approved, 'finalized', ${dispatchCase}.finalized, 'load_units', ${dispatchCase}.load_units, 'due_at', ${dispatchCase}.due_at,
  'not_before', greatest(${dispatchCase}.not_before, ${dispatchCase}.postponed_until), 'required_skill_ids', ${dispatchCase}.required_skill_ids,
  'priority', ${dispatchCase}.rsa_data -> 'service' -> 'priority', 'died_by', ${latestDeathMoment(dispatchCase)}, ${placesJson(dispatchCase)})`;

/** Cases in the terms of planning; those out of the caller's scope are left out. */
export const selectCasesForPlanning = async (tx: Tx, scope: Scope, ids: readonly string[]) => {
  const rows = await tx.many<{ json: PlanningCase }>(sql`
    select ${plannedCaseJson(sql`job`)} as json from cases job
    where job.tenant_id = ${tx.tenantId} and job.id = any(${ids}::uuid[]) and ${caseInScopeCondition(scope, sql`job`)}
    order by job.id`);
  return rows.map(({ json }) => json);
};

/** Running tours, or the named ones among them, with their open cases in the order in which they are worked on. */
export const selectRunningToursForPlanning = (tx: Tx, scope: Scope, request: PlannedToursQuery) =>
  selectPlannedToursWhere(tx, request, sql`tour.status = 'STARTED' and ${tourInScopeCondition(scope, sql`tour`)}`);

/** Running tours that take further cases; where more run than are read, those nearest to the place. */
export const selectToursTakingCases = (tx: Tx, scope: Scope, { near, now }: ToursNearPlace) =>
  selectPlannedToursWhere(
    tx,
    { ids: null, near, now },
    sql`tour.status = 'STARTED' and tour.started_sub_state not in ('OFF_DUTY', 'NOT_TAKING_CASES') and ${tourInScopeCondition(scope, sql`tour`)}`,
  );

/** Tours that have not ended, for any caller. */
export const selectUnfinishedToursForPlanning = (tx: Tx, request: PlannedToursQuery) =>
  selectPlannedToursWhere(tx, request, sql`tour.status in ('SCHEDULED', 'STARTED')`);

/** Ids of the tours among these on which the scope does not reach the position of each vehicle. */
export const selectToursWithHiddenPosition = async (tx: Tx, scope: Scope, ids: readonly string[]) => {
  const rows = await tx.many<{ id: string }>(sql`
    select distinct seat.tour_id as id from tour_vehicles seat
    join vehicles vehicle on vehicle.tenant_id = seat.tenant_id and vehicle.id = seat.vehicle_id
    where seat.tenant_id = ${tx.tenantId} and seat.tour_id = any(${ids}::uuid[])
      and (${vehiclePositionInScopeCondition(scope, sql`vehicle`)}) is not true`);
  return rows.map(({ id }) => id);
};

interface PlannedToursQuery {
  /** Ids of the tours; null for all of them. */
  readonly ids: readonly string[] | null;
  /** Place whose nearest tours come first; where it is absent, those that were started first. */
  readonly near?: PlanningLonLat;
  readonly now: Date;
}
type ToursNearPlace = Required<Pick<PlannedToursQuery, "near" | "now">>;

async function selectPlannedToursWhere(
  tx: Tx,
  { ids, near, now }: PlannedToursQuery,
  condition: Sql,
): Promise<PlanningTour[]> {
  const rows = await tx.many<{ json: PlanningTour }>(sql`
    select json_build_object('id', tour.id, 'natural_id', tour.natural_id, 'name', tour.name, 'branch_id', tour.branch_id,
      'started_sub_state', tour.started_sub_state, 'started_at', tour.started_at,
      'scheduled_start_at', tour.scheduled_start_at, 'scheduled_end_at', tour.scheduled_end_at,
      'break_began_at', tour.break_began_at, 'absent_from', ${firstAbsenceStart(tx, now)},
      'capacity', crew.capacity, 'vehicle_ids', crew.vehicle_ids, 'vehicle_type_ids', crew.vehicle_type_ids,
      'position', crew.position, 'base', (
        select branch.address from branches branch where branch.tenant_id = tour.tenant_id and branch.id = tour.branch_id),
      'skill_ids', (select coalesce(json_agg(skill_id), '[]') from (
        select skill.skill_id from tour_vehicles seat join vehicle_skills skill
          on skill.tenant_id = seat.tenant_id and skill.vehicle_id = seat.vehicle_id and skill.association_type = 'OFFERING'
        where seat.tenant_id = tour.tenant_id and seat.tour_id = tour.id
        union select skill.skill_id from tour_users seat join user_skills skill
          on skill.tenant_id = seat.tenant_id and skill.user_id = seat.user_id
        where seat.tenant_id = tour.tenant_id and seat.tour_id = tour.id) offered),
      'open', (select coalesce(json_agg(json_build_object('state', link.state, 'arrived_at', link.arrived_at,
          'arrived_at_destination_at', link.arrived_at_destination_at, 'case', ${plannedCaseJson(sql`job`)})
          order by link.position, link.assigned_at, link.case_id), '[]')
        from case_links link join cases job on job.tenant_id = link.tenant_id and job.id = link.case_id
        where link.tenant_id = tour.tenant_id and link.tour_id = tour.id and link.bucket = 'open'),
      'sequence', coalesce((select plan.sequence from tour_plans plan
        where plan.tenant_id = tour.tenant_id and plan.tour_id = tour.id), '[]')) as json
    from tours tour
    cross join lateral (
      select sum(vehicle.capacity) as capacity, coalesce(json_agg(vehicle.id order by vehicle.id), '[]') as vehicle_ids,
        coalesce(json_agg(vehicle.vehicle_type_id) filter (where vehicle.vehicle_type_id is not null), '[]') as vehicle_type_ids,
        (array_agg(json_build_object('lon', known.lon, 'lat', known.lat) order by known.fixed_at desc)
          filter (where known.fixed_at >= tour.started_at - interval '5 minutes'))[1] as position
      from tour_vehicles seat
      join vehicles vehicle on vehicle.tenant_id = seat.tenant_id and vehicle.id = seat.vehicle_id
      left join vehicle_positions known on known.tenant_id = seat.tenant_id and known.vehicle_id = seat.vehicle_id
      where seat.tenant_id = tour.tenant_id and seat.tour_id = tour.id) crew
    where tour.tenant_id = ${tx.tenantId} and ${condition}
      and (${ids}::uuid[] is null or tour.id = any(${ids}::uuid[]))
    order by ${near ? sql`${distanceRank(near)} nulls last, ` : emptySql}tour.started_at, tour.id limit ${PLANNED_TOURS_MAX}`);
  return rows.map(({ json }) => json);
}

/** Grows with the distance of a crew, or else of its base, on a great circle (haversine); null where both are unknown. */
const distanceRank = ([lon, lat]: PlanningLonLat) => sql`(
  select power(sin(radians(start.lat - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(start.lat)) * power(sin(radians(start.lon - ${lon}::float8) / 2), 2)
  from (select coalesce(crew.position, (select to_json(branch.address) from branches branch
    where branch.tenant_id = tour.tenant_id and branch.id = tour.branch_id)) as place) known
  cross join lateral (select (known.place ->> 'lon')::float8 as lon, (known.place ->> 'lat')::float8 as lat) start)`;

/**
 * Begin of the first absence of the crew or its vehicles; absences from before the start of the tour do not count,
 * because the crew has shown up.
 */
const firstAbsenceStart = (tx: Tx, now: Date) => sql`(
  select min(away.starts_at) from (
    select user_id as id from tour_users where tenant_id = ${tx.tenantId} and tour_id = tour.id
    union all select vehicle_id from tour_vehicles where tenant_id = ${tx.tenantId} and tour_id = tour.id) member
  join calendar_occurrences away on away.tenant_id = ${tx.tenantId} and away.resource_id = member.id
    and away.event_type = 'UNAVAILABLE' and away.ends_at > greatest(${now}::timestamptz, case when tour.started_at is null then tour.scheduled_start_at end)
    and away.ends_at < ${now}::timestamptz + ${ABSENCES_AHEAD_INTERVAL}::interval
    and (tour.started_at is null or away.starts_at >= tour.started_at))`;
/** Range of absences: as far as plans reach, and as long as an absence may be. */
const ABSENCES_AHEAD_INTERVAL = "61 days";

/**
 * Maximum number of tours of a request, more than the dispatchers of a branch look after; it limits the work of a
 * preview.
 */
const PLANNED_TOURS_MAX = 500;

interface StoredPlaceRow extends AddressBookPlaceFacts {
  /** Index of the place, from 0. */
  readonly index: number;
}

/**
 * Facts of the address book about places. A case copies the coordinates of the address that it was made with; where
 * several addresses are at one point, the one with the place's name counts. A day without hours is unknown and counts
 * as open; an empty list means closed.
 */
export const selectAddressBookPlaces = (tx: Tx, places: readonly AddressBookKey[], now: Date) =>
  tx.many<StoredPlaceRow>(sql`
    select distinct on (place.index) (place.index - 1)::int as index, address.cold_storage, address.excluded_vehicle_type_ids,
      case when address.opening_hours is not null then (
        select coalesce(json_agg(json_build_array(
            extract(epoch from (day + (span ->> 'from')::interval) at time zone tenant.timezone)::bigint,
            extract(epoch from (day + (span ->> 'to')::interval) at time zone tenant.timezone)::bigint)
          order by day, span ->> 'from'), '[]')
        from generate_series((${now} at time zone tenant.timezone)::date::timestamp - interval '1 day',
          (${now} at time zone tenant.timezone)::date::timestamp + ${OPENING_HOURS_DAYS_AHEAD} * interval '1 day', interval '1 day') day
        cross join lateral jsonb_array_elements(coalesce(
          nullif(address.opening_hours -> ('d' || extract(isodow from day)::int - 1), 'null'),
          '[{"from": "00:00", "to": "24:00"}]')) span) end as hours
    from rows from (json_to_recordset(${toJsonParameter(places.map(({ lon, lat, name }) => ({ lon, lat, name })))}::json)
      as (lon float8, lat float8, name text)) with ordinality place(lon, lat, name, index)
    join stored_addresses address on address.tenant_id = ${tx.tenantId}
      and round(address.lon::numeric, 5) = round(place.lon::numeric, 5)
      and round(address.lat::numeric, 5) = round(place.lat::numeric, 5)
    join tenants tenant on tenant.id = address.tenant_id
    order by place.index, (address.name = place.name) desc, address.id`);

export interface AddressBookKey {
  readonly lon: number;
  readonly lat: number;
  readonly name: string;
}

/** Planning settings of the tenant; those that it has not set are absent. */
export const selectPlanningRules = async (tx: Tx) =>
  (await tx.one<{ settings: Partial<PlanningRules> }>(sql`select settings from tenants where id = ${tx.tenantId}`))
    .settings;
