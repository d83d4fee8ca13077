import { nameUnlessDeletedSql } from "#platform/access/person-name";
import type { Scope } from "#platform/access/principal";
import { caseInScopeCondition, tourInScopeCondition, hasCrewScope } from "#modules/visibility/index";
import { linkEtaSql } from "#modules/tour-plans/index";
import { alphabetically, type Sql, sql } from "#platform/database/sql";

// A shift is what happened, else what is planned. A started tour is not over now, whatever was planned.
const effectiveShiftEnd = (
  tour: Sql,
) => sql`case when ${tour}.status = 'STARTED' then greatest(${tour}.scheduled_end_at, now())
  else coalesce(${tour}.ended_at, ${tour}.scheduled_end_at, ${tour}.shift_start) end`;

/** Condition that the caller still has access to the case, beyond that it was once on their own tour. */
const isCaseAccessible = (scope: Scope) =>
  sql`(link.bucket = 'open' or ${caseInScopeCondition(scope, sql`job`, "redacted")})`;
/** Fact about a case; where the crew has no more access to the case, the value that `CaseStub` has instead. */
const factIfAccessible = (scope: Scope, fact: Sql, instead: Sql) =>
  hasCrewScope(scope) ? sql`case when reader.knows then ${fact} else ${instead} end` : fact;

/** Case as a tour shows it; `link` and `job` are the aliases of its rows. */
export const tourCaseJsonSql = (scope: Scope) => {
  const shown = sql`json_build_object('id', job.id, 'natural_id', job.natural_id,
  'display_name', ${factIfAccessible(scope, sql`job.display_name`, sql`job.natural_id`)}, 'data_type', job.data_type,
  'state', ${factIfAccessible(scope, sql`job.state`, sql`link.state`)}, 'link_state', link.state, 'bucket', link.bucket, 'position', link.position,
  'not_before', ${factIfAccessible(scope, sql`job.not_before`, sql`null`)}, 'due_at', ${factIfAccessible(scope, sql`job.due_at`, sql`null`)},
  'source_city', ${factIfAccessible(scope, sql`job.source_city`, sql`null`)}, 'target_city', ${factIfAccessible(scope, sql`job.target_city`, sql`null`)},
  'assigned_at', link.assigned_at, 'accepted_at', link.accepted_at, 'started_at', link.started_at, 'arrived_at', link.arrived_at,
  'loaded_at', link.loaded_at, 'arrived_at_destination_at', link.arrived_at_destination_at, 'finished_at', link.finished_at,
  'closed_at', link.closed_at, 'postponed_until', link.postponed_until, 'eta', ${linkEtaSql(sql`link`)}, 'lock_version', job.lock_version,
  'constraint_violations', case when link.constraint_violations = '[]' then '[]'::json else (
    select json_agg(json_build_object('constraint', broken.value ->> 'constraint', 'level', broken.value ->> 'level') order by broken.place)
    from jsonb_array_elements(link.constraint_violations) with ordinality broken (value, place)) end)`;
  // The condition is evaluated once for each case, not once for each of its fields.
  return hasCrewScope(scope)
    ? sql`(select ${shown} from (select ${isCaseAccessible(scope)} as knows offset 0) reader)`
    : shown;
};

const casesInBucketJson = (scope: Scope, bucket: string) => sql`coalesce((
    select json_agg(${tourCaseJsonSql(scope)} order by link.position, link.assigned_at, job.id)
    from case_links link join cases job on job.tenant_id = link.tenant_id and job.id = link.case_id
    where link.tenant_id = tour.tenant_id and link.tour_id = tour.id and link.bucket = ${bucket}), '[]')`;
const closedCasesColumns = (scope: Scope) => sql`, ${casesInBucketJson(scope, "finished")} as finished_cases,
    ${casesInBucketJson(scope, "unassigned")} as unassigned_cases, ${casesInBucketJson(scope, "forwarded")} as forwarded_cases`;

const workloadJson = sql`(
    select json_build_object('open', count(*) filter (where link.bucket = 'open'), 'finished', count(*) filter (where link.bucket = 'finished'),
      'unassigned', count(*) filter (where link.bucket = 'unassigned'), 'forwarded', count(*) filter (where link.bucket = 'forwarded'))
    from case_links link where link.tenant_id = tour.tenant_id and link.tour_id = tour.id)`;

const usersJson = sql`coalesce((
    select json_agg(json_build_object('id', person.id, 'firstname', person.firstname, 'lastname', ${nameUnlessDeletedSql(sql`person`, sql`person.lastname`)},
      'phone_number', person.phone_number) order by ${alphabetically(sql`person.lastname`)}, ${alphabetically(sql`person.firstname`)}, person.id)
    from tour_users member join users person on person.tenant_id = member.tenant_id and person.id = member.user_id
    where member.tenant_id = tour.tenant_id and member.tour_id = tour.id), '[]')`;

const vehiclesJson = sql`coalesce((
    select json_agg(json_build_object(
      'vehicle', json_build_object('id', vehicle.id, 'natural_id', vehicle.natural_id, 'license_plate', vehicle.license_plate,
        'description', vehicle.description, 'capacity', vehicle.capacity,
        'vehicle_type', case when type.id is not null then json_build_object('id', type.id, 'name', type.name, 'short_key', type.short_key) end),
      'device', case when device.id is not null then json_build_object('id', device.id, 'natural_id', device.natural_id, 'name', device.name,
        'phone_number', device.phone_number) end) order by vehicle.license_plate, vehicle.id)
    from tour_vehicles used join vehicles vehicle on vehicle.tenant_id = used.tenant_id and vehicle.id = used.vehicle_id
    left join vehicle_types type on type.tenant_id = vehicle.tenant_id and type.id = vehicle.vehicle_type_id
    left join devices device on device.tenant_id = used.tenant_id and device.id = used.device_id
    where used.tenant_id = tour.tenant_id and used.tour_id = tour.id), '[]')`;

// Only tours that are not over can be double booked: the indexes of 0023 hold no others.
const doubleBookingViolations = (
  scope: Scope,
  { constraint, table, column }: { constraint: string; table: Sql; column: Sql },
) => sql`
      select ${constraint} as constraint, 'SEVERE' as level, null::uuid as case_id,
        case when ${constraint} = 'VEHICLE_DOUBLE_BOOKED' then mine.${column} end as vehicle_id,
        case when ${constraint} = 'USER_DOUBLE_BOOKED' then mine.${column} end as user_id,
        case when ${tourInScopeCondition(scope, sql`other`)} then other.id end as tour_id
      from ${table} mine
      join ${table} theirs on theirs.tenant_id = mine.tenant_id and theirs.${column} = mine.${column} and theirs.tour_id <> mine.tour_id
        and not theirs.ended
      join tours other on other.tenant_id = theirs.tenant_id and other.id = theirs.tour_id
      where mine.tenant_id = tour.tenant_id and mine.tour_id = tour.id and not mine.ended
        and (tour.shift_start, ${effectiveShiftEnd(sql`tour`)}) overlaps (other.shift_start, ${effectiveShiftEnd(sql`other`)})`;

const violationsJson = (scope: Scope) => sql`coalesce((
    select json_agg(to_json(violation) order by violation.constraint, violation.case_id, violation.vehicle_id, violation.user_id, violation.tour_id)
    from (
      select broken.value ->> 'constraint' as constraint, broken.value ->> 'level' as level, link.case_id, null::uuid as vehicle_id,
        null::uuid as user_id, null::uuid as tour_id
      from case_links link, jsonb_array_elements(link.constraint_violations) broken
      where link.tenant_id = tour.tenant_id and link.tour_id = tour.id and link.bucket = 'open'
      union all ${doubleBookingViolations(scope, { constraint: "VEHICLE_DOUBLE_BOOKED", table: sql`tour_vehicles`, column: sql`vehicle_id` })}
      union all ${doubleBookingViolations(scope, { constraint: "USER_DOUBLE_BOOKED", table: sql`tour_users`, column: sql`user_id` })}
    ) violation), '[]')`;

/** Everything about a tour in the terms of the contract; `tour` is the alias of the row in `from`. */
export const tourAnswerQuery = (scope: Scope, from: Sql, { allCases }: { allCases: boolean }) => sql`
  select tour.id, tour.created_at, tour.updated_at, tour.lock_version, tour.natural_id, tour.name, tour.description,
    case when branch.id is not null then json_build_object('id', branch.id, 'name', branch.name, 'phone_number', branch.phone_number) end as branch,
    tour.status, tour.started_sub_state, tour.is_primary as "primary", tour.tour_lead_external_user_id,
    tour.scheduled_start_at, tour.scheduled_end_at, tour.started_at, tour.ended_at,
    ${usersJson} as users, ${vehiclesJson} as vehicle_device_associations, ${workloadJson} as case_workload,
    ${casesInBucketJson(scope, "open")} as open_cases${allCases ? closedCasesColumns(scope) : sql``}, ${violationsJson(scope)} as constraint_violations
  from ${from}
  left join branches branch on branch.tenant_id = tour.tenant_id and branch.id = tour.branch_id`;
