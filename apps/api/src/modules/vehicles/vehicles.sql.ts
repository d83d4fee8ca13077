import type { QueryOf } from "@leitstand/contract/operation/operation";
import type { Static } from "@leitstand/contract/core/schema";
import {
  type Vehicle,
  type VehicleCreateRequest,
  type VehicleUpdateRequest,
  type vehicleOperations,
  vehicleSortFields,
} from "@leitstand/contract/fleet/vehicles";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { changeableBranchCondition, branchScopeCondition } from "#platform/access/scope";
import { countedTotalSql } from "#platform/database/counted-total";
import { joinSql, withResultSharedByCallers, Sql, sql } from "#platform/database/sql";
import { containsWordsCondition } from "#platform/database/text-filter";
import { vehiclePositionInScopeCondition } from "#modules/visibility/index";

export type VehicleListQuery = QueryOf<(typeof vehicleOperations)["getVehicles"]>;
type VehicleDraft = Static<typeof VehicleCreateRequest>;
/** Vehicle as JSON text, the way it is sent, and its lock version. */
export interface VehicleJsonText {
  readonly text: string;
  readonly lock_version: number;
}
/** Reach of a caller who reads vehicles. */
export interface VehicleReach {
  readonly scope: Scope;
  /** Reach of the positions among them; undefined where the caller may see none. */
  readonly positions: Scope | undefined;
}

export const vehicleFromClause = sql`vehicles vehicle`;
export const vehicleSortOptions = {
  columns: Object.fromEntries(vehicleSortFields.map((field) => [field, new Sql([`vehicle.${field}`], [])])),
  otherwise: sql`vehicle.license_plate`,
  id: sql`vehicle.id`,
};
export const vehicleVisibleCondition = (scope: Scope) => branchScopeCondition(scope, sql`vehicle.branch_id`);
export const vehicleChangeableCondition = (scope: Scope) => changeableBranchCondition(scope, sql`vehicle.branch_id`);
const positionVisibleCondition = (positions: Scope | undefined) =>
  positions ? vehiclePositionInScopeCondition(positions, sql`vehicle`) : sql`false`;

const ownVehicleColumns = sql`vehicle.id, vehicle.created_at, vehicle.updated_at, vehicle.lock_version, vehicle.tenant_id, vehicle.natural_id,
  vehicle.license_plate, vehicle.description, vehicle.active, vehicle.capacity, vehicle.seats_total, vehicle.external_id, vehicle.fuel,
  vehicle.branch_id`;

const vehicleTypeJson = sql`json_build_object('id', type.id, 'name', type.name, 'short_key', type.short_key,
  'description', type.description, 'lock_version', type.lock_version, 'created_at', type.created_at, 'updated_at', type.updated_at)`;
const skillsJson = (
  associationType: Sql,
) => sql`json_build_object('id', skill.id, 'name', skill.name, 'short_key', skill.short_key,
  'skill_type', skill.skill_type, 'association_type', ${associationType})`;

/**
 * Columns in the terms of the contract: of `vehicle`, of the tables in `relatedTablesJoin`, and of `type` and `skills`,
 * which are JSON.
 */
const vehicleAnswerColumns = sql`${ownVehicleColumns}, type.json as vehicle_type, coalesce(skills.json, '[]') as skills,
    tour.id as current_tour_id, tour.natural_id as current_tour_natural_id, tour.status as current_tour_status,
    device.phone_number as device_phone_number,
    case when device.id is not null then json_build_object('id', association.id, 'device_id', device.id, 'device_natural_id', device.natural_id,
      'device_phone_number', device.phone_number, 'started_at', association.started_at) end as active_device_association,
    case when position.vehicle_id is not null then json_build_object('lat', position.lat, 'lon', position.lon,
      'accuracy_meters', position.accuracy_meters, 'speed_meters_per_second', position.speed_meters_per_second,
      'heading_degrees', position.heading_degrees, 'fixed_at', position.fixed_at) end as location,
    null::float8 as distance_to_target_location, null::float8 as duration_to_target_location`;

/**
 * Joined tables around a vehicle. They name the tenant themselves: the policy would evaluate its id again at each row
 * of a table that is read as a whole.
 */
const relatedTablesJoin = (tenantId: string, withLocation: Sql) => sql`
  left join vehicle_device_associations association
    on association.tenant_id = ${tenantId} and association.vehicle_id = vehicle.id and association.ended_at is null
  left join devices device on device.tenant_id = ${tenantId} and device.id = association.device_id
  left join vehicle_positions position on position.tenant_id = ${tenantId} and position.vehicle_id = vehicle.id and ${withLocation}`;

/** Vehicles that are looked up by their ids, with everything around them, in the terms of the contract. */
const vehiclesWithRelatedDataQuery = (tenantId: string, withLocation: Sql) => sql`
  select ${vehicleAnswerColumns} from vehicles vehicle ${relatedTablesJoin(tenantId, withLocation)}
  left join lateral (
    select started.id, started.natural_id, started.status from tour_vehicles link
    join tours started on started.tenant_id = link.tenant_id and started.id = link.tour_id
    where link.tenant_id = vehicle.tenant_id and link.vehicle_id = vehicle.id and link.running
    order by started.started_at desc, started.id limit 1) tour on true
  left join lateral (
    select ${vehicleTypeJson} as json from vehicle_types type where type.tenant_id = vehicle.tenant_id and type.id = vehicle.vehicle_type_id) type on true
  left join lateral (
    select json_agg(${skillsJson(sql`has.association_type`)} order by skill.name, skill.id, has.association_type) as json
    from vehicle_skills has join skills skill on skill.tenant_id = has.tenant_id and skill.id = has.skill_id
    where has.tenant_id = vehicle.tenant_id and has.vehicle_id = vehicle.id) skills on true`;

export const selectVehicleJsonById = (tx: Tx, { scope, positions }: VehicleReach, id: string) =>
  tx.maybe<VehicleJsonText & { readonly is_located: boolean }>(sql`
    select to_json(answer)::text as text, answer.lock_version, answer.location is not null as is_located from (
      ${vehiclesWithRelatedDataQuery(tx.tenantId, positionVisibleCondition(positions))}
      where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = ${id} and ${vehicleVisibleCondition(scope)}) answer`);

/**
 * Vehicles of the tenant by ids with their positions, for any caller: the caller's module has checked that both may be
 * seen.
 */
export const selectVehiclesById = (tx: Tx, ids: readonly string[]) =>
  tx.many<{ vehicle: Static<typeof Vehicle> }>(sql`
    select to_json(answer) as vehicle from (
      ${vehiclesWithRelatedDataQuery(tx.tenantId, sql`true`)}
      where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = any(${ids}::uuid[])) answer`);

/**
 * Rows around the vehicles of a relation `page`, read once for all of it. Each skill is rendered once, however many
 * vehicles have it.
 */
const relatedDataOfPage = (tenantId: string) => sql`
  page_types as materialized (
    select type.id, ${vehicleTypeJson} as json from vehicle_types type
    where type.tenant_id = ${tenantId} and type.id = any(array(select distinct vehicle_type_id from page))),
  page_tours as materialized (
    select distinct on (link.vehicle_id) link.vehicle_id, started.id, started.natural_id, started.status
    from tour_vehicles link join tours started on started.tenant_id = ${tenantId} and started.id = link.tour_id
    where link.tenant_id = ${tenantId} and link.vehicle_id = any(array(select id from page)) and link.running
    order by link.vehicle_id, started.started_at desc, started.id),
  page_has as materialized (
    select vehicle_id, skill_id, association_type as type from vehicle_skills
    where tenant_id = ${tenantId} and vehicle_id = any(array(select id from page))),
  spelled_skills as materialized (
    select skill.id, known.type, ${skillsJson(sql`known.type`)}::text as text, row_number() over (order by skill.name, skill.id, known.type) as place
    from (select distinct skill_id, type from page_has) known join skills skill on skill.tenant_id = ${tenantId} and skill.id = known.skill_id),
  page_skills as materialized (
    select has.vehicle_id, ('[' || string_agg(skill.text, ', ' order by skill.place) || ']')::json as json
    from page_has has join spelled_skills skill on skill.id = has.skill_id and skill.type = has.type group by has.vehicle_id)`;

/**
 * `{ meta, vehicles }` as JSON text. Neighbours are looked up for the page alone; rows are counted only when another
 * page follows.
 */
export const selectVehiclesJson = (tx: Tx, request: VehicleReach & { query: VehicleListQuery; order: Sql }) => {
  const { page = 0, size = 20, total } = request.query;
  const withLocation = request.query.include_last_location ? positionVisibleCondition(request.positions) : sql`false`;
  const all = sql`from vehicles vehicle where vehicle.tenant_id = ${tx.tenantId} and ${vehicleVisibleCondition(request.scope)} and ${vehicleFilterConditions(request.query)}`;
  const list = sql`
    with listed as materialized (
      select vehicle.*, row_number() over (order by ${request.order}) as place ${all} order by ${request.order} ${limitClause(page, size)}),
    page as materialized (select * from listed order by place limit ${size}),
    found as (select count(*) as rows from listed),
    ${relatedDataOfPage(tx.tenantId)}
    select '{"meta":{"page":' || ${page}::int || ',"size":' || ${size}::int || ',"total_elements":' || elements
      || ',"total_pages":' || (elements + ${size} - 1) / ${size} || ',"total_is_exact":' || is_exact || '},"vehicles":['
      || coalesce((
        select string_agg(to_json(answer)::text, ',' order by vehicle.place) from page vehicle ${relatedTablesJoin(tx.tenantId, withLocation)}
        left join page_tours tour on tour.vehicle_id = vehicle.id
        left join page_types type on type.id = vehicle.vehicle_type_id
        left join page_skills skills on skills.vehicle_id = vehicle.id
        cross join lateral (select ${vehicleAnswerColumns}) answer), '') || ']}' as text
    from found cross join ${countedTotalSql({ rows: sql`found.rows`, page, size, all, isExact: total === "EXACT" })} total`;
  return tx.one<{ text: string }>(withResultSharedByCallers(list));
};

/**
 * LIMIT clauses for first pages of the usual sizes, with one more row to see whether a next page follows. They are
 * literals, because PostgreSQL plans `limit $1` again on every call, and planning takes as long as the list itself.
 */
const limitClausesOfUsualPages = new Map([20, 50, 100].map((size) => [size, new Sql([`limit ${size + 1}`], [])]));
const limitClause = (page: number, size: number): Sql =>
  (page === 0 ? limitClausesOfUsualPages.get(size) : undefined) ?? sql`limit ${size + 1} offset ${page * size}`;

/** Conditions are literals, not parameters, so that the usual list uses the index of active vehicles. */
function vehicleFilterConditions({
  active,
  include_disabled,
  unassociated_only,
  currently_on_tour,
  ...query
}: VehicleListQuery): Sql {
  const wanted = active ?? (include_disabled ? undefined : true);
  const onTour = sql`exists (
    select 1 from tour_vehicles link where link.tenant_id = vehicle.tenant_id and link.vehicle_id = vehicle.id and link.running)`;
  return joinSql(
    [
      wanted === undefined ? sql`true` : wanted ? sql`vehicle.active` : sql`not vehicle.active`,
      ...(unassociated_only
        ? [
            sql`not exists (select 1 from vehicle_device_associations lying
              where lying.tenant_id = vehicle.tenant_id and lying.vehicle_id = vehicle.id and lying.ended_at is null)`,
          ]
        : []),
      ...(currently_on_tour === undefined ? [] : [currently_on_tour ? onTour : sql`not ${onTour}`]),
      ...namedFilterConditions(query),
    ],
    " and ",
  );
}

function namedFilterConditions({ text, branch_ids, vehicle_type_ids, skill_ids }: Partial<VehicleListQuery>): Sql[] {
  return [
    ...(text === undefined
      ? []
      : [
          containsWordsCondition(text, [
            sql`vehicle.license_plate`,
            sql`vehicle.natural_id`,
            sql`vehicle.description`,
            sql`vehicle.external_id`,
          ]),
        ]),
    ...(branch_ids === undefined ? [] : [sql`vehicle.branch_id = any(${branch_ids}::uuid[])`]),
    ...(vehicle_type_ids === undefined ? [] : [sql`vehicle.vehicle_type_id = any(${vehicle_type_ids}::uuid[])`]),
    ...(skill_ids ?? []).map(
      (skillId) => sql`exists (select 1 from vehicle_skills has
        where has.tenant_id = vehicle.tenant_id and has.vehicle_id = vehicle.id and has.skill_id = ${skillId})`,
    ),
  ];
}

export const insertVehicle = (tx: Tx, draft: VehicleDraft) =>
  tx.one<{ id: string }>(sql`
    insert into vehicles (tenant_id, license_plate, description, active, capacity, seats_total, external_id, fuel, branch_id, vehicle_type_id)
    values (${tx.tenantId}, ${draft.license_plate}, ${draft.description}, ${draft.active}, ${draft.capacity}, ${draft.seats_total},
      ${draft.external_id}, ${draft.fuel}, ${draft.branch_id}, ${draft.vehicle_type_id})
    returning id`);

/**
 * Updates a vehicle and locks its row until the commit; undefined when the caller may change no such vehicle, or has it
 * at another lock version.
 */
export const updateVehicle = (
  tx: Tx,
  scope: Scope,
  { id, ...change }: Static<typeof VehicleUpdateRequest> & { id: string },
) =>
  tx.maybe<{ id: string }>(sql`
    update vehicles vehicle set license_plate = ${change.license_plate}, description = ${change.description}, active = ${change.active},
      capacity = ${change.capacity}, seats_total = ${change.seats_total}, external_id = ${change.external_id}, fuel = ${change.fuel},
      branch_id = ${change.branch_id}, vehicle_type_id = ${vehicleTypeUpdate(change)}, lock_version = lock_version + 1, updated_at = now()
    where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = ${id} and lock_version = ${change.lock_version} and ${vehicleChangeableCondition(scope)}
    returning vehicle.id`);

/**
 * Type of an updated vehicle. Answers name the type differently from requests, so a client that sends an answer back
 * leaves it out, and it stays.
 */
const vehicleTypeUpdate = ({ vehicle_type_id }: Pick<VehicleDraft, "vehicle_type_id">) =>
  vehicle_type_id === undefined ? sql`vehicle_type_id` : sql`${vehicle_type_id}::uuid`;

/** Removes skills that are not requested and adds missing ones, so that unchanged associations keep their rows. */
export const replaceVehicleSkills = (tx: Tx, id: string, requested: NonNullable<VehicleDraft["skill_associations"]>) =>
  tx.run(sql`
    with wanted as (
      select skill_id, association_type
      from unnest(${requested.map(({ skill_id }) => skill_id)}::uuid[], ${requested.map(({ association_type }) => association_type)}::text[])
        as request (skill_id, association_type)),
    removed as (
      delete from vehicle_skills has where has.tenant_id = ${tx.tenantId} and has.vehicle_id = ${id}
        and not exists (select 1 from wanted where wanted.skill_id = has.skill_id and wanted.association_type = has.association_type))
    insert into vehicle_skills (tenant_id, vehicle_id, skill_id, association_type)
    select ${tx.tenantId}, ${id}, skill_id, association_type from wanted
    on conflict do nothing`);

export const countRunningToursOfVehicle = (tx: Tx, vehicleId: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from tour_vehicles where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicleId} and running`);
