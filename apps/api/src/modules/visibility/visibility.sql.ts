/**
 * Conditions for the cases and tours that a scope reaches: the only place that defines it, for every list, item, count
 * and stream.
 */
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { type Sql, sql } from "#platform/database/sql";

/** Condition for tours: of the caller's branches, or the driver's own. `tour` is the alias of the tours row. */
export function tourInScopeCondition(scope: Scope, tour: Sql): Sql {
  if (scope.all) return sql`true`;
  return sql`(${tour}.branch_id = any(${scope.branch_ids}::uuid[]) or ${ownTourCondition(scope, sql`${tour}.id`)})`;
}

/**
 * Access that a crew keeps after the end of its link. Everything: `whole`. What the papers of its own work need, until
 * a day after: `redacted`, and ticking todos until DONE: `todos`. Learning that the case was taken back: `stub`.
 * Reporting what a phone could not send: `late`. A crew with several links to a case has the access of the best of
 * them.
 */
export type CrewCaseAccess = "whole" | "todos" | "redacted" | "stub" | "late";

/**
 * Condition that a link gives its crew that access. The end of a link ends access, so each caller must name the access
 * it needs.
 */
export function crewAccessCondition(link: Sql, access: CrewCaseAccess, at?: Date): Sql {
  const open = sql`${link}.bucket = 'open'`;
  const since = (age: Sql) =>
    sql`${link}.closed_at > ${at === undefined ? sql`now()` : sql`${at}::timestamptz`} - interval ${age}`;
  const ownWork = sql`${link}.bucket = 'finished' and ${since(sql`'24 hours'`)}`;
  const conditions: Readonly<Record<CrewCaseAccess, Sql>> = {
    whole: open,
    todos: sql`(${open} or ${ownWork} and ${link}.state not in ('DONE', 'adActa'))`,
    redacted: sql`(${open} or ${ownWork})`,
    stub: sql`(${open} or ${since(sql`'24 hours'`)})`,
    late: sql`(${open} or ${since(sql`'72 hours'`)})`,
  };
  return conditions[access];
}

/** Condition that a case of another branch was ever on a tour of these branches. */
const wasCaseOnTourOf = (branches: readonly string[], dispatchCase: Sql, tenantId: Sql) => sql`exists (
  select 1 from case_links guest where guest.tenant_id = ${tenantId} and guest.case_id = ${dispatchCase}.id
    and guest.guest_branch_id = any(${branches}::uuid[]))`;

/**
 * Condition for cases: of the caller's branches, or ever on a tour of those branches; for a driver by the access that
 * links to own tours still give. By default only an open link opens the case.
 */
export function caseInScopeCondition(scope: Scope, dispatchCase: Sql, access: CrewCaseAccess = "whole"): Sql {
  if (scope.all) return sql`true`;
  const { branch_ids: branches, driver } = scope;
  const own = driver
    ? sql`exists (
      select 1 from case_links scoped_link where scoped_link.tenant_id = ${dispatchCase}.tenant_id and scoped_link.case_id = ${dispatchCase}.id
        and ${crewAccessCondition(sql`scoped_link`, access, scope.at)} and ${ownTourCondition(scope, sql`scoped_link.tour_id`)})`
    : sql`false`;
  return isOfBranches(branches, { own, dispatchCase, tenantId: sql`${dispatchCase}.tenant_id` });
}

/**
 * Condition like `caseInScopeCondition` for statements that read many cases: the driver's tours are looked up once, not once
 * for each case. For one case `caseInScopeCondition` is cheaper.
 */
export function manyCasesInScopeCondition(scope: Scope, dispatchCase: Sql, access: CrewCaseAccess = "whole"): Sql {
  if (scope.all) return sql`true`;
  const { driver, branch_ids: branches } = scope;
  const own = driver ? sql`${dispatchCase}.id in (${ownTourCaseIds(scope, driver, access)})` : sql`false`;
  return isOfBranches(branches, { own, dispatchCase, tenantId: sql`current_tenant()` });
}

/**
 * Ids of the cases in scope that no branch of the caller's owns, as a query; undefined where a scope is the whole
 * tenant. They are few: a statement that counts a year looks them up by their links, and by its own index those that a
 * branch owns.
 */
export function guestCaseIdsInScopeQuery(scope: Scope, access: CrewCaseAccess = "whole"): Sql | undefined {
  if (scope.all) return undefined;
  const guests = sql`select guest.case_id from case_links guest
    where guest.tenant_id = current_tenant() and guest.guest_branch_id = any(${scope.branch_ids}::uuid[])`;
  return scope.driver ? sql`${guests} union ${ownTourCaseIds(scope, scope.driver, access)}` : guests;
}

/** Condition that a branch of the caller's owns the case; null where the case has no branch. */
export const ownBranchCaseCondition = (scope: Scope, dispatchCase: Sql): Sql =>
  scope.all ? sql`true` : sql`${dispatchCase}.branch_id = any(${scope.branch_ids}::uuid[])`;

/**
 * Condition for the cases in scope that no branch of the caller's owns: together with `ownBranchCaseCondition` all that
 * `manyCasesInScopeCondition` finds, and each case once. Undefined where a scope is the whole tenant.
 */
export function guestCaseInScopeCondition(
  scope: Scope,
  dispatchCase: Sql,
  access: CrewCaseAccess = "whole",
): Sql | undefined {
  const guests = guestCaseIdsInScopeQuery(scope, access);
  return (
    guests && sql`${dispatchCase}.id in (${guests}) and (${ownBranchCaseCondition(scope, dispatchCase)}) is not true`
  );
}

const ownTourCaseIds = ({ at }: Scope, driver: NonNullable<Scope["driver"]>, access: CrewCaseAccess) => sql`
  select scoped_link.case_id from tours scoped_tour join case_links scoped_link
    on scoped_link.tenant_id = scoped_tour.tenant_id and scoped_link.tour_id = scoped_tour.id
  where scoped_tour.tenant_id = current_tenant() and ${crewAccessCondition(sql`scoped_link`, access, at)} and scoped_tour.id in (
    select own_user.tour_id from tour_users own_user
      where own_user.tenant_id = current_tenant() and own_user.user_id = ${driver.user_id}::uuid
    union select own_vehicle.tour_id from tour_vehicles own_vehicle
      where own_vehicle.tenant_id = current_tenant() and own_vehicle.device_id = ${driver.device_id}::uuid)`;

function isOfBranches(
  branches: readonly string[],
  { own, dispatchCase, tenantId }: { own: Sql; dispatchCase: Sql; tenantId: Sql },
): Sql {
  if (branches.length === 0) return own;
  const ofBranch = sql`${dispatchCase}.branch_id = any(${branches}::uuid[])`;
  return sql`(${ofBranch} or ${wasCaseOnTourOf(branches, dispatchCase, tenantId)} or ${own})`;
}

/** Whether links to own tours open cases to the caller; the access may have ended. */
export const hasCrewScope = (scope: Scope): boolean => !scope.all && scope.driver !== null;

/**
 * Condition for vehicles whose checks the caller reaches. Offices: those of their branches, and those without one.
 * Drivers: that of their own tour, for 72 hours after its end, too, because a phone may have been offline; the one that
 * their phone is placed in; and those that are on no tour at present.
 */
export function vehicleInScopeCondition(scope: Scope, vehicle: Sql): Sql {
  const { all, branch_ids, driver } = scope;
  if (all) return sql`true`;
  const office =
    branch_ids.length === 0
      ? sql`false`
      : sql`(${vehicle}.branch_id is null or ${vehicle}.branch_id = any(${branch_ids}::uuid[]))`;
  if (!driver) return office;
  return sql`(${office} or exists (
      select 1 from tour_vehicles seat join tours driven on driven.tenant_id = seat.tenant_id and driven.id = seat.tour_id
      where seat.tenant_id = current_tenant() and seat.vehicle_id = ${vehicle}.id and ${ownTourCondition(scope, sql`seat.tour_id`)}
        and (driven.status <> 'FINISHED' or driven.ended_at > now() - interval '72 hours'))
    or exists (
      select 1 from vehicle_device_associations lying where lying.tenant_id = current_tenant() and lying.vehicle_id = ${vehicle}.id
        and lying.device_id = ${driver.device_id}::uuid and lying.ended_at is null)
    or (${branchScopeCondition({ ...scope, branch_ids: [] }, sql`${vehicle}.branch_id`)} and ${vehicle}.active and not exists (
      select 1 from tour_vehicles seat
      where seat.tenant_id = current_tenant() and seat.vehicle_id = ${vehicle}.id and seat.running)))`;
}

/**
 * Condition for vehicles whose position the scope reaches, as in the list of locations and the stream: those of the
 * caller's branches, and those on a running tour in the scope, which for drivers is their own.
 */
export function vehiclePositionInScopeCondition(scope: Scope, vehicle: Sql): Sql {
  if (scope.all) return sql`true`;
  return sql`(${vehicle}.branch_id = any(${scope.branch_ids}::uuid[]) or exists (
      select 1 from tour_vehicles seat join tours driven on driven.tenant_id = seat.tenant_id and driven.id = seat.tour_id
      where seat.tenant_id = current_tenant() and seat.vehicle_id = ${vehicle}.id and seat.running and ${tourInScopeCondition(scope, sql`driven`)}))`;
}

/** Condition that the tour is one that the calling driver or device works on. */
export function ownTourCondition({ driver }: Scope, tourId: Sql): Sql {
  if (!driver) return sql`false`;
  return sql`(exists (select 1 from tour_users own_user
      where own_user.tenant_id = current_tenant() and own_user.tour_id = ${tourId} and own_user.user_id = ${driver.user_id}::uuid)
    or exists (select 1 from tour_vehicles own_vehicle
      where own_vehicle.tenant_id = current_tenant() and own_vehicle.tour_id = ${tourId} and own_vehicle.device_id = ${driver.device_id}::uuid))`;
}
