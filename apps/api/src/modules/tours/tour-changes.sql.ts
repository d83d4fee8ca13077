import type { ScheduledTourUpdateRequest, TourVehicleWish } from "@leitstand/contract/tours/tour-requests";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { joinSql, type Sql, sql } from "#platform/database/sql";
import { tourVisibleCondition } from "./tours.sql";

type TourVehicleRequest = Static<typeof TourVehicleWish>;

export interface ScheduledTourFields {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly branch_id: string | null;
  readonly scheduled_start_at?: string | null;
  readonly scheduled_end_at?: string | null;
  readonly tour_lead_external_user_id?: string | null;
}

/** Locks the tour until the commit; actions that put a case on it, or move one, wait. */
export const lockTour = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ lock_version: number }>(sql`
    select tour.lock_version from tours tour where tour.tenant_id = ${tx.tenantId} and tour.id = ${id} and ${tourVisibleCondition(scope)} for update`);

/** Locks the planned and running tours of a person, in the order of their ids, as actions do. */
export const lockUnfinishedToursOfUser = (tx: Tx, userId: string) =>
  tx.many<{ id: string }>(sql`
    select tour.id from tour_users member join tours tour on tour.tenant_id = member.tenant_id and tour.id = member.tour_id
    where member.tenant_id = ${tx.tenantId} and member.user_id = ${userId} and not member.ended
    order by tour.id for update of tour`);

/** Locks the cases of a tour before the tour, in the order of their ids, as every action on a case does. */
export const lockOpenCasesOfTour = (tx: Tx, tourId: string) =>
  tx.many<{ id: string }>(sql`
    select c.id from cases c
    where c.tenant_id = ${tx.tenantId} and c.id = any(array(
      select case_id from case_links where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and bucket = 'open'))
    order by c.id for no key update`);

/**
 * Locks all cases that are or were on a tour, in the order of their ids, before the tour moves to another branch or is deleted:
 * both change what these cases say of the tour, and announce them.
 */
export const lockCasesOfTour = (tx: Tx, tourId: string) =>
  tx.runBeforeNext(sql`
    select 1 from cases c
    where c.tenant_id = ${tx.tenantId} and c.id = any(array(
      select case_id from case_links where tenant_id = ${tx.tenantId} and tour_id = ${tourId}))
    order by c.id for no key update`);

/**
 * Makes starts of one tenant wait for each other, so that two of them see each other's people, vehicles and devices.
 */
export const lockTourStartsOfTenant = (tx: Tx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`tour start ${tx.tenantId}`}, 0))`);

/** Number of other started tours with a person, vehicle or device of this one. */
export const countConflictingRunningTours = (tx: Tx, tourId: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from (
      select theirs.tour_id from tour_users mine
      join tour_users theirs on theirs.tenant_id = mine.tenant_id and theirs.user_id = mine.user_id and theirs.running
      where mine.tenant_id = ${tx.tenantId} and mine.tour_id = ${tourId}
      union
      select theirs.tour_id from tour_vehicles mine
      join tour_vehicles theirs on theirs.tenant_id = mine.tenant_id and theirs.running
        and (theirs.vehicle_id = mine.vehicle_id or theirs.device_id = mine.device_id)
      where mine.tenant_id = ${tx.tenantId} and mine.tour_id = ${tourId}) rival
    where rival.tour_id <> ${tourId}`);

export const selectInactiveVehicleOfTour = (tx: Tx, tourId: string) =>
  tx.maybe<{ id: string }>(sql`
    select vehicle.id from tour_vehicles used join vehicles vehicle on vehicle.tenant_id = used.tenant_id and vehicle.id = used.vehicle_id
    where used.tenant_id = ${tx.tenantId} and used.tour_id = ${tourId} and not vehicle.active order by vehicle.id limit 1`);

export const insertTour = (tx: Tx, plan: ScheduledTourFields) =>
  tx.one<{ id: string }>(sql`
    insert into tours (tenant_id, name, description, branch_id, scheduled_start_at, scheduled_end_at, tour_lead_external_user_id)
    values (${tx.tenantId}, ${plan.name}, ${plan.description}, ${plan.branch_id}, ${plan.scheduled_start_at}, ${plan.scheduled_end_at},
      ${plan.tour_lead_external_user_id})
    returning id`);

const plannedFieldNames = [
  "name",
  "description",
  "branch_id",
  "scheduled_start_at",
  "scheduled_end_at",
  "tour_lead_external_user_id",
] as const;
const plannedFieldTypes: Readonly<Record<(typeof plannedFieldNames)[number], Sql>> = {
  name: sql`name`,
  description: sql`description`,
  branch_id: sql`branch_id`,
  scheduled_start_at: sql`scheduled_start_at`,
  scheduled_end_at: sql`scheduled_end_at`,
  tour_lead_external_user_id: sql`tour_lead_external_user_id`,
};

/** Updates the fields that were sent, and no others. The caller has locked the tour. */
export const updateScheduledTourFields = (
  tx: Tx,
  id: string,
  change: Omit<ScheduledTourUpdateRequest, "lock_version">,
) => {
  const sent = plannedFieldNames.filter((field) => change[field] !== undefined);
  const assignments = sent.map((field) => sql`${plannedFieldTypes[field]} = ${change[field]}, `);
  return tx.one<{ scheduled_start_at: string | null; scheduled_end_at: string | null }>(sql`
    update tours set ${joinSql(assignments, "")}lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} returning scheduled_start_at, scheduled_end_at`);
};

export const incrementTourLockVersion = (tx: Tx, id: string) =>
  tx.run(
    sql`update tours set lock_version = lock_version + 1, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`,
  );

/** Marks a tour that is planned as started; returns its planned end. */
export const markTourStarted = (tx: Tx, id: string, { subState, now }: { subState: string; now: Date }) =>
  tx.one<{ scheduled_end_at: string | null }>(sql`
    update tours set status = 'STARTED', started_sub_state = ${subState}, started_at = ${now},
      break_began_at = case when ${subState} = 'ON_A_BREAK' then ${now}::timestamptz end, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and status = 'SCHEDULED'
    returning scheduled_end_at`);

export const markTourFinished = (tx: Tx, id: string, now: Date) =>
  tx.run(sql`
    update tours set status = 'FINISHED', started_sub_state = null, is_primary = false, ended_at = greatest(started_at, ${now}),
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and status = 'STARTED'`);

export const updateTourSubState = (tx: Tx, id: string, { subState, now }: { subState: string; now: Date }) =>
  tx.run(sql`
    update tours set started_sub_state = ${subState},
      break_began_at = case when ${subState} = 'ON_A_BREAK' then ${now}::timestamptz else break_began_at end, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and status = 'STARTED'`);

/** Ids of the tours that are not finished and have a person of this one. */
const toursOfCrew = (tx: Tx, id: string) => sql`array(
  select theirs.tour_id from tour_users mine
  join tour_users theirs on theirs.tenant_id = mine.tenant_id and theirs.user_id = mine.user_id and not theirs.ended
  where mine.tenant_id = ${tx.tenantId} and mine.tour_id = ${id})`;

/**
 * Locks the tours of a crew in the order of their ids, as actions do. Of two that are marked as primary at once, the
 * later one waits here and then sees the mark of the other.
 */
export const lockToursOfCrew = (tx: Tx, id: string) =>
  tx.runBeforeNext(sql`
    select 1 from tours where tenant_id = ${tx.tenantId} and (id = ${id} or id = any(${toursOfCrew(tx, id)})) order by id for update`);

/** Sets the primary mark; answers the ids of the tour and of those that lost the mark to it. */
export const updateTourPrimaryMark = (tx: Tx, id: string, primary: boolean) =>
  tx.many<{ id: string }>(sql`
    update tours set is_primary = (id = ${id} and ${primary}), lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and (id = ${id} or (${primary} and is_primary and id = any(${toursOfCrew(tx, id)})))
    returning id`);

/**
 * People whom the caller may put on a tour: not blocked, and with a role in a branch in scope. Those on the tour
 * already may stay. Their rows are locked, so that one who is being deleted is waited for, and then not found.
 */
export const selectUsersAssignableToTour = (
  tx: Tx,
  scope: Scope,
  { tourId, ids }: { tourId: string; ids: readonly string[] },
) => {
  const { all, branches } = reachableBranchesOf(scope);
  return tx.many<{ id: string }>(sql`
    select person.id from users person
    where person.tenant_id = ${tx.tenantId} and person.id = any(${ids}::uuid[]) and person.kind = 'PERSON' and (
      exists (select 1 from tour_users member
        where member.tenant_id = person.tenant_id and member.tour_id = ${tourId} and member.user_id = person.id)
      or (not person.blocked and (${all} or person.id = ${scope.driver?.user_id ?? null}::uuid or exists (
        select 1 from role_associations held
        left join branch_group_branches reached
          on reached.tenant_id = held.tenant_id and reached.branch_group_id = held.branch_group_id
        where held.tenant_id = person.tenant_id and held.user_id = person.id
          and (held.branch_group_id is null or reached.branch_id = any(${branches}::uuid[]))))))
    order by person.id for key share of person`);
};

export const replaceTourUsers = (tx: Tx, tourId: string, ids: readonly string[]) =>
  tx.run(sql`
    with removed as (
      delete from tour_users where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and user_id <> all(${ids}::uuid[]))
    insert into tour_users (tenant_id, tour_id, user_id) select ${tx.tenantId}, ${tourId}, unnest(${ids}::uuid[])
    on conflict do nothing`);

/** Vehicles that the caller may put on a tour; those on the tour already may stay. */
export const selectVehiclesAssignableToTour = (
  tx: Tx,
  scope: Scope,
  { tourId, ids }: { tourId: string; ids: readonly string[] },
) =>
  tx.many<{ id: string }>(sql`
    select vehicle.id from vehicles vehicle
    where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = any(${ids}::uuid[]) and vehicle.active
      and (${branchScopeCondition(scope, sql`vehicle.branch_id`)} or exists (select 1 from tour_vehicles used
        where used.tenant_id = vehicle.tenant_id and used.tour_id = ${tourId} and used.vehicle_id = vehicle.id))`);

/**
 * Devices that may be used on a tour. One without a branch belongs to the whole tenant, and a driver always uses the
 * phone that the call comes from; a disabled one works nowhere.
 */
export const selectDevicesAssignableToTour = (tx: Tx, scope: Scope, ids: readonly string[]) => {
  const { all, branches } = reachableBranchesOf(scope);
  return tx.many<{ id: string }>(sql`
    select device.id from devices device
    where device.tenant_id = ${tx.tenantId} and device.id = any(${ids}::uuid[]) and not device.disabled
      and (${all} or device.id = ${scope.driver?.device_id ?? null}::uuid or not exists (
          select 1 from device_active_states state where state.tenant_id = device.tenant_id and state.device_id = device.id)
        or exists (
          select 1 from device_active_states state
          where state.tenant_id = device.tenant_id and state.device_id = device.id and state.branch_id = any(${branches}::uuid[])))`);
};

/**
 * Replaces the vehicles of a tour. A vehicle for which no device is named gets the one that is placed in it now.
 * Returns how many devices the tour then has twice.
 */
export const replaceTourVehicles = async (tx: Tx, tourId: string, vehicles: readonly TourVehicleRequest[]) => {
  const ids = vehicles.map(({ vehicle_id }) => vehicle_id);
  await tx.run(sql`
    with removed as (
      delete from tour_vehicles where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and vehicle_id <> all(${ids}::uuid[]))
    insert into tour_vehicles (tenant_id, tour_id, vehicle_id, device_id)
    select ${tx.tenantId}, ${tourId}, options.vehicle_id, coalesce(options.device_id, lying.device_id)
    from unnest(${ids}::uuid[], ${vehicles.map(({ device_id }) => device_id ?? null)}::uuid[],
      ${vehicles.map(({ device_id }) => device_id === undefined)}::boolean[]) as options (vehicle_id, device_id, as_it_is)
    left join vehicle_device_associations lying on lying.tenant_id = ${tx.tenantId} and lying.vehicle_id = options.vehicle_id
      and lying.ended_at is null and options.as_it_is
    on conflict (tenant_id, tour_id, vehicle_id) do update set device_id = excluded.device_id`);
  return tx.one<{ count: number }>(sql`
    select count(device_id) - count(distinct device_id) as count from tour_vehicles
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId}`);
};

/** Number of links with a history on the tour; those that were taken back from it do not count. */
export const countLinksWithHistory = (tx: Tx, tourId: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from case_links
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId} and bucket = any('{open,forwarded,finished}'::text[])`);

export const removeTour = async (tx: Tx, tourId: string) => {
  await tx.run(sql`delete from tours where tenant_id = ${tx.tenantId} and id = ${tourId}`);
};

/** Fields that a copy of the tour begins with; without people who were deleted since, vehicles with the devices that they had. */
export interface TourToDuplicate extends ScheduledTourFields {
  readonly scheduled_start_at: string | null;
  readonly scheduled_end_at: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly timezone: string;
  readonly user_ids: string[];
  readonly vehicles: TourVehicleRequest[];
}
export const selectTourToDuplicate = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<TourToDuplicate>(sql`
    select tour.name, tour.description, tour.branch_id, tour.tour_lead_external_user_id, tour.scheduled_start_at, tour.scheduled_end_at,
      tour.started_at, tour.ended_at, (select timezone from tenants where id = tour.tenant_id) as timezone,
      array(
        select member.user_id from tour_users member join users person on person.tenant_id = member.tenant_id and person.id = member.user_id
        where member.tenant_id = tour.tenant_id and member.tour_id = tour.id and person.kind = 'PERSON' order by member.user_id) as user_ids,
      coalesce((
        select json_agg(json_build_object('vehicle_id', vehicle_id, 'device_id', device_id) order by vehicle_id) from tour_vehicles
        where tenant_id = tour.tenant_id and tour_id = tour.id), '[]') as vehicles
    from tours tour where tour.tenant_id = ${tx.tenantId} and tour.id = ${id} and ${tourVisibleCondition(scope)}`);

function reachableBranchesOf({ all, branch_ids, driver }: Scope) {
  return { all: all || (driver?.all ?? false), branches: [...branch_ids, ...(driver?.branch_ids ?? [])] };
}
