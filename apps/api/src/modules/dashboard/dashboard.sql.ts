import type { LinkState } from "@leitstand/contract/cases/case-transitions";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { caseInScopeCondition, tourInScopeCondition } from "#modules/visibility/index";
import { messageAddresseeCondition } from "#modules/messages/index";
import { joinSql, type Sql, sql } from "#platform/database/sql";

/** Scopes of the caller's grants for each kind; undefined without the grant. */
export interface DashboardScopes {
  readonly rowsMax: number;
  readonly user_id: string | null;
  readonly device_id: string | null;
  readonly cases: Scope | undefined;
  readonly tours: Scope | undefined;
  readonly vehicles: Scope | undefined;
  readonly positions: Scope | undefined;
  readonly areas: Scope | undefined;
  readonly messages: Scope | undefined;
}

/**
 * Reads the dashboard in one statement, which sees one snapshot. An event gets its position after its commit, so the
 * snapshot contains all events up to the position that it shows; a stream that resumes from there gets all others, and
 * some that the snapshot contains already.
 */
export const selectDashboard = (tx: Tx, reach: DashboardScopes) =>
  tx.one<{ json: string }>(sql`
    with work as materialized (${workByTour(tx, reach)}), open_cases as materialized (${openCasesQuery(tx, reach)}), running_tours as materialized (${runningToursQuery(tx, reach)}),
      active_vehicles as materialized (${activeVehiclesQuery(tx, reach)}), unread as materialized (${unreadMessagesQuery(tx, reach)}),
      quoted_areas as materialized (${areasWithWaitingTime(tx, reach)})
    select json_build_object(
      'cursor', ${lastEventCursor(tx)},
      'generated_at', clock_timestamp(),
      'truncated', (${joinSql(
        [sql`open_cases`, sql`running_tours`, sql`active_vehicles`, sql`unread`, sql`quoted_areas`].map(
          (list) => sql`(select count(*) from ${list}) > ${reach.rowsMax}`,
        ),
        " or ",
      )}),
      'cases', ${jsonListOf(sql`open_cases`, sql`due_at nulls last, created_at, case_id`, reach)},
      'tours', ${jsonListOf(sql`running_tours`, sql`started_at, tour_id`, reach)},
      'vehicles', ${jsonListOf(sql`active_vehicles`, sql`license_plate, vehicle_id`, reach)},
      'areas', ${jsonListOf(sql`quoted_areas`, sql`title, area_id`, reach)},
      'critical_messages', ${jsonListOf(sql`unread`, sql`created_at desc, message_id`, reach)})::text as json`);

const lastEventCursor = (tx: Tx) => sql`concat(coalesce(
  (select position from event_positions where tenant_id = ${tx.tenantId} order by position desc limit 1),
  (select position from event_horizons where tenant_id = ${tx.tenantId}), 0), '-', event_log_history())`;

/** JSON list of rows; one row more than is shown tells the client that there are more. */
const jsonListOf = (list: Sql, order: Sql, { rowsMax }: DashboardScopes) => sql`coalesce((
  select json_agg(shown) from (select * from ${list} order by ${order} limit ${rowsMax}) shown), '[]')`;

const conditionInScope = (scope: Scope | undefined, condition: (scope: Scope) => Sql) =>
  scope ? condition(scope) : sql`false`;

// Subselects by key rather than joins: their plan does not depend on how fresh the statistics are.
const openCasesQuery = (tx: Tx, { cases, rowsMax }: DashboardScopes) => sql`
  select item.id as case_id, item.natural_id, item.display_name, item.external_id, item.branch_id, item.data_type, item.state, item.approved,
    item.lock_version, item.service_key, item.not_before, item.due_at, item.postponed_until, item.source_zip, item.source_city,
    item.source_lat, item.source_lon, item.target_zip, item.target_city, item.last_assigned_tour_id, item.created_at, item.updated_at,
    coalesce((
      select json_agg(json_build_object('tour_id', link.tour_id, 'state', link.state, 'bucket', link.bucket) order by link.assigned_at, link.tour_id)
      from case_links link where link.tenant_id = item.tenant_id and link.case_id = item.id), '[]') as tour_case_states
  from cases item
  where item.tenant_id = ${tx.tenantId} and not item.finalized and ${conditionInScope(cases, (scope) => caseInScopeCondition(scope, sql`item`, "redacted"))}
  order by item.due_at nulls last, item.created_at, item.id limit ${rowsMax + 1}`;

/** Link states from waiting to nearly done; the most advanced link of a tour tells best where its vehicle is. */
const linkStatesByProgress: readonly LinkState[] = [
  "POSTPONED",
  "reserved",
  "alarmed",
  "ASSIGNED",
  "ACCEPTED",
  "STARTED",
  "onTheWay",
  "ARRIVED",
  "arrived",
  "LOADED",
  "toDestination",
  "atDestination",
];

/**
 * Work of each tour, as one JSON object by tour: counted once for tours and vehicles, and looked up in that object.
 * With a look-up by key the planner would read the index of open links, which knows no tour, for each of them, and a
 * join would be by nested loops.
 */
const workByTour = (tx: Tx, { tours, cases }: DashboardScopes) => sql`
  select coalesce(jsonb_object_agg(tour_id, jsonb_build_object('open_cases', open_cases, 'link_state', (${linkStatesByProgress}::text[])[farthest])), '{}') as by_tour
  from (
    select tour_id, count(*) as open_cases, max(array_position(${linkStatesByProgress}::text[], state)) as farthest from case_links
    where tenant_id = ${tx.tenantId} and bucket = 'open' and ${tours || cases ? sql`true` : sql`false`} group by tour_id) workload`;
const workOfTour = (tour: Sql) => sql`((select by_tour from work) -> ${tour}::text)`;

const runningToursQuery = (tx: Tx, { tours, rowsMax }: DashboardScopes) => sql`
  select tour.id as tour_id, tour.natural_id, tour.name, tour.branch_id, tour.status, tour.started_sub_state, tour.is_primary as "primary",
    tour.started_at, tour.scheduled_end_at, tour.lock_version,
    coalesce((select json_agg(crew.user_id order by crew.user_id) from tour_users crew
      where crew.tenant_id = tour.tenant_id and crew.tour_id = tour.id), '[]') as user_ids,
    coalesce((select json_agg(fleet.vehicle_id order by fleet.vehicle_id) from tour_vehicles fleet
      where fleet.tenant_id = tour.tenant_id and fleet.tour_id = tour.id), '[]') as vehicle_ids,
    coalesce((${workOfTour(sql`tour.id`)} ->> 'open_cases')::int, 0) as open_cases
  from tours tour
  where tour.tenant_id = ${tx.tenantId} and tour.status = 'STARTED' and ${conditionInScope(tours, (scope) => tourInScopeCondition(scope, sql`tour`))}
  order by tour.started_at, tour.id limit ${rowsMax + 1}`;

// A vehicle is on one started tour at a time; `running` marks it.
const activeVehiclesQuery = (tx: Tx, { vehicles, cases, positions, rowsMax }: DashboardScopes) => sql`
  select vehicle.id as vehicle_id, vehicle.natural_id, vehicle.license_plate, vehicle.description, (
      select type.short_key from vehicle_types type
      where type.tenant_id = vehicle.tenant_id and type.id = vehicle.vehicle_type_id) as vehicle_type_short_key,
    vehicle.branch_id, ride.tour_id,
    case when ${conditionInScope(cases, rideScopeCondition)} then ${workOfTour(sql`ride.tour_id`)} ->> 'link_state' end as link_state, (
      select json_build_object('lat', place.lat, 'lon', place.lon, 'heading_degrees', place.heading_degrees,
        'speed_meters_per_second', place.speed_meters_per_second, 'fixed_at', place.fixed_at)
      from vehicle_positions place
      where place.tenant_id = vehicle.tenant_id and place.vehicle_id = vehicle.id and ${conditionInScope(positions, positionScopeCondition)}) as position
  from vehicles vehicle left join lateral (
    select seat.tour_id from tour_vehicles seat
    where seat.tenant_id = vehicle.tenant_id and seat.vehicle_id = vehicle.id and seat.running limit 1) ride on true
  where vehicle.tenant_id = ${tx.tenantId} and vehicle.active and ${conditionInScope(vehicles, (scope) => branchScopeCondition(scope, sql`vehicle.branch_id`))}
  order by vehicle.license_plate, vehicle.id limit ${rowsMax + 1}`;

/** Condition for vehicles on a tour in the scope, whose cases the caller may see. */
const rideScopeCondition = (scope: Scope) =>
  scope.all
    ? sql`true`
    : sql`exists (select 1 from tours tour
        where tour.tenant_id = vehicle.tenant_id and tour.id = ride.tour_id and ${tourInScopeCondition(scope, sql`tour`)})`;

/**
 * Condition for visible positions, as in the list of locations and the stream: of vehicles of the caller's branches, or
 * on a tour in the scope, which for drivers is their own.
 */
const positionScopeCondition = (scope: Scope) =>
  scope.all ? sql`true` : sql`(vehicle.branch_id = any(${scope.branch_ids}::uuid[]) or ${rideScopeCondition(scope)})`;

const areasWithWaitingTime = (tx: Tx, { areas, rowsMax }: DashboardScopes) => sql`
  select id as area_id, title, waiting_minutes, waiting_updated_at from areas
  where tenant_id = ${tx.tenantId} and ${conditionInScope(areas, (scope) => branchScopeCondition(scope, sql`branch_id`))}
  order by title, id limit ${rowsMax + 1}`;

// A message is not unread for the user who sent it.
const unreadMessagesQuery = (tx: Tx, { messages, rowsMax, ...reader }: DashboardScopes) => sql`
  select id as message_id, kind, title, branch_id, case_id, tour_id, created_at, sent_by from critical_messages message
  where tenant_id = ${tx.tenantId} and acknowledged_at is null and (sent_by = ${reader.user_id}::uuid) is not true and ${conditionInScope(messages, (scope) => messageAddresseeCondition(scope, reader, sql`message`))}
  order by created_at desc, id limit ${rowsMax + 1}`;
