import type { Scope } from "./principal";
import { type Sql, sql } from "./sql";

/** The one place that turns a scope into conditions; every list, item, count and stream uses these. */

/** Things of a branch, named by its column. Without a branch they belong to the whole tenant and everybody may see them. */
export function inBranchScope(scope: Scope, branchColumn: Sql): Sql {
  if (scope.all || scope.driver?.all) return sql`true`;
  const ids = [...scope.branch_ids, ...(scope.driver?.branch_ids ?? [])];
  return sql`(${branchColumn} is null or ${branchColumn} = any(${ids}::uuid[]))`;
}

/** Whether a branch (null: none) may be named in something the caller creates or moves. */
export function reachesBranch(scope: Scope, branchId: string | null): boolean {
  if (scope.all) return true;
  return branchId !== null && scope.branch_ids.includes(branchId);
}

/** Tours: of the caller's branches, or the driver's own. `tour` is the alias of the tours row. */
export function inTourScope(scope: Scope, tour: Sql): Sql {
  if (scope.all) return sql`true`;
  return sql`(${tour}.branch_id = any(${scope.branch_ids}::uuid[]) or ${isOwnTour(scope, sql`${tour}.id`)})`;
}

/** Cases: of the caller's branches, or ever on a tour of those branches, or ever on the driver's own tour. */
export function inCaseScope(scope: Scope, kase: Sql): Sql {
  if (scope.all) return sql`true`;
  const branches = scope.branch_ids;
  return sql`(${kase}.branch_id = any(${branches}::uuid[]) or exists (
    select 1 from case_links scoped_link join tours scoped_tour
      on scoped_tour.tenant_id = scoped_link.tenant_id and scoped_tour.id = scoped_link.tour_id
    where scoped_link.tenant_id = ${kase}.tenant_id and scoped_link.case_id = ${kase}.id
      and (scoped_tour.branch_id = any(${branches}::uuid[]) or ${isOwnTour(scope, sql`scoped_tour.id`)})))`;
}

/**
 * The same for statements that look at many cases: the tours in reach are looked up once, not once for each case.
 * For one case `inCaseScope` is cheaper.
 */
export function inCaseScopeOfMany(scope: Scope, kase: Sql): Sql {
  if (scope.all) return sql`true`;
  const onTours = (reach: Sql) => sql`${kase}.id in (
    select scoped_link.case_id from tours scoped_tour join case_links scoped_link
      on scoped_link.tenant_id = scoped_tour.tenant_id and scoped_link.tour_id = scoped_tour.id
    where scoped_tour.tenant_id = current_tenant() and ${reach})`;
  const { driver, branch_ids: branches } = scope;
  const own =
    driver &&
    onTours(sql`scoped_tour.id in (
    select own_user.tour_id from tour_users own_user where own_user.tenant_id = current_tenant() and own_user.user_id = ${driver.user_id}::uuid
    union select own_vehicle.tour_id from tour_vehicles own_vehicle
      where own_vehicle.tenant_id = current_tenant() and own_vehicle.device_id = ${driver.device_id}::uuid)`);
  if (branches.length === 0) return own ?? sql`false`;
  const office = sql`${kase}.branch_id = any(${branches}::uuid[]) or ${onTours(sql`scoped_tour.branch_id = any(${branches}::uuid[])`)}`;
  return own ? sql`(${office} or ${own})` : sql`(${office})`;
}

/** Whether the tour is one that the calling driver or device works on. */
export function isOwnTour({ driver }: Scope, tourId: Sql): Sql {
  if (!driver) return sql`false`;
  return sql`(exists (select 1 from tour_users own_user
      where own_user.tenant_id = current_tenant() and own_user.tour_id = ${tourId} and own_user.user_id = ${driver.user_id}::uuid)
    or exists (select 1 from tour_vehicles own_vehicle
      where own_vehicle.tenant_id = current_tenant() and own_vehicle.tour_id = ${tourId} and own_vehicle.device_id = ${driver.device_id}::uuid))`;
}

/**
 * Critical messages: to a desk of the caller's branches, to the caller or the caller's phone; without an addressee to desks
 * of the whole tenant. A driver works for a branch but sits at no desk: its messages name other crews' cases.
 */
export function isAddressedTo(
  scope: Scope,
  reader: { readonly user_id: string | null; readonly device_id: string | null },
  message: Sql,
): Sql {
  if (scope.all) return sql`true`;
  return sql`(${message}.branch_id = any(${scope.branch_ids}::uuid[]) or ${message}.user_id = ${reader.user_id}::uuid
    or ${message}.device_id = ${reader.device_id}::uuid)`;
}
