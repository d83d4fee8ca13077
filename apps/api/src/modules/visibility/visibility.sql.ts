import type { Scope } from "#platform/access/principal";
import { type Sql, sql } from "#platform/database/sql";

/** Which cases and tours a scope reaches: the one place that says it, for every list, item, count and stream. */

/** Tours: of the caller's branches, or the driver's own. `tour` is the alias of the tours row. */
export function inTourScope(scope: Scope, tour: Sql): Sql {
  if (scope.all) return sql`true`;
  return sql`(${tour}.branch_id = any(${scope.branch_ids}::uuid[]) or ${isOwnTour(scope, sql`${tour}.id`)})`;
}

/**
 * What the end of a link leaves to its crew. Everything: `whole`. What it takes to finish the papers of one's own work, until
 * a day after: `redacted`, and ticking until DONE: `todos`. To learn that the case was taken back: `stub`. To tell what a
 * phone could not send: `late`. Whoever has several links to a case has it by the best of them.
 */
export type CrewAccess = "whole" | "todos" | "redacted" | "stub" | "late";

/** Whether a link gives its crew that access. The end of a link ends access, so each question must say what it asks for. */
export function inCrewScope(link: Sql, access: CrewAccess, at?: Date): Sql {
  const open = sql`${link}.bucket = 'open'`;
  const since = (age: Sql) =>
    sql`${link}.closed_at > ${at === undefined ? sql`now()` : sql`${at}::timestamptz`} - interval ${age}`;
  const ownWork = sql`${link}.bucket = 'finished' and ${since(sql`'24 hours'`)}`;
  const conditions: Readonly<Record<CrewAccess, Sql>> = {
    whole: open,
    todos: sql`(${open} or ${ownWork} and ${link}.state not in ('DONE', 'adActa'))`,
    redacted: sql`(${open} or ${ownWork})`,
    stub: sql`(${open} or ${since(sql`'24 hours'`)})`,
    late: sql`(${open} or ${since(sql`'72 hours'`)})`,
  };
  return conditions[access];
}

/**
 * Cases: of the caller's branches, or ever on a tour of those branches; for a driver by what links to own tours still give.
 * Left out, only an open link opens the case.
 */
export function inCaseScope(scope: Scope, dispatchCase: Sql, access: CrewAccess = "whole"): Sql {
  if (scope.all) return sql`true`;
  const { branch_ids: branches, driver } = scope;
  const linked = (reach: Sql) => sql`exists (
    select 1 from case_links scoped_link join tours scoped_tour
      on scoped_tour.tenant_id = scoped_link.tenant_id and scoped_tour.id = scoped_link.tour_id
    where scoped_link.tenant_id = ${dispatchCase}.tenant_id and scoped_link.case_id = ${dispatchCase}.id and ${reach})`;
  const own = sql`${inCrewScope(sql`scoped_link`, access, scope.at)} and ${isOwnTour(scope, sql`scoped_link.tour_id`)}`;
  if (branches.length === 0) return driver ? linked(own) : sql`false`;
  const office = sql`scoped_tour.branch_id = any(${branches}::uuid[])`;
  const reach = driver ? sql`(${office} or ${own})` : office;
  return sql`(${dispatchCase}.branch_id = any(${branches}::uuid[]) or ${linked(reach)})`;
}

/**
 * The same for statements that look at many cases: the tours in reach are looked up once, not once for each case.
 * For one case `inCaseScope` is cheaper.
 */
export function inCaseScopeOfMany(scope: Scope, dispatchCase: Sql, access: CrewAccess = "whole"): Sql {
  if (scope.all) return sql`true`;
  const onTours = (reach: Sql) => sql`${dispatchCase}.id in (
    select scoped_link.case_id from tours scoped_tour join case_links scoped_link
      on scoped_link.tenant_id = scoped_tour.tenant_id and scoped_link.tour_id = scoped_tour.id
    where scoped_tour.tenant_id = current_tenant() and ${reach})`;
  const { driver, branch_ids: branches } = scope;
  const own =
    driver &&
    onTours(sql`${inCrewScope(sql`scoped_link`, access, scope.at)} and scoped_tour.id in (
    select own_user.tour_id from tour_users own_user where own_user.tenant_id = current_tenant() and own_user.user_id = ${driver.user_id}::uuid
    union select own_vehicle.tour_id from tour_vehicles own_vehicle
      where own_vehicle.tenant_id = current_tenant() and own_vehicle.device_id = ${driver.device_id}::uuid)`);
  if (branches.length === 0) return own ?? sql`false`;
  const office = sql`${dispatchCase}.branch_id = any(${branches}::uuid[]) or ${onTours(sql`scoped_tour.branch_id = any(${branches}::uuid[])`)}`;
  return own ? sql`(${office} or ${own})` : sql`(${office})`;
}

/** Whether links to own tours open cases to the caller: what they open may have ended. */
export const reachesByCrew = (scope: Scope): boolean => !scope.all && scope.driver !== null;

/** Whether the tour is one that the calling driver or device works on. */
export function isOwnTour({ driver }: Scope, tourId: Sql): Sql {
  if (!driver) return sql`false`;
  return sql`(exists (select 1 from tour_users own_user
      where own_user.tenant_id = current_tenant() and own_user.tour_id = ${tourId} and own_user.user_id = ${driver.user_id}::uuid)
    or exists (select 1 from tour_vehicles own_vehicle
      where own_vehicle.tenant_id = current_tenant() and own_vehicle.tour_id = ${tourId} and own_vehicle.device_id = ${driver.device_id}::uuid))`;
}
