import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { emptySql, type Sql, sql } from "#platform/database/sql";

/** Owner of an event, as SQL columns or values; one of the two is null. */
interface EventOwnerColumns {
  readonly user_id: Sql;
  readonly vehicle_id: Sql;
}
const eventOwnerColumns: EventOwnerColumns = { user_id: sql`event.user_id`, vehicle_id: sql`event.vehicle_id` };

/**
 * Condition for visible events (alias `event`): of people and vehicles in the caller's branches, and of vehicles
 * without a branch; drivers see their own.
 */
export const calendarEventVisibleCondition = (tx: Tx, scope: Scope, resource: EventOwnerColumns = eventOwnerColumns) =>
  reachesEventOwner(tx, scope, {
    ...resource,
    unbound: scope.branch_ids.length > 0 ? sql`or home.branch_id is null` : emptySql,
  });
/**
 * Condition for events that the caller may change. A vehicle without a branch belongs to the tenant: callers bound to
 * branches only see its events.
 */
export const calendarEventChangeableCondition = (
  tx: Tx,
  scope: Scope,
  resource: EventOwnerColumns = eventOwnerColumns,
) => reachesEventOwner(tx, scope, { ...resource, unbound: emptySql });

export const eventLockVersionCheckOptions = (tx: Tx, scope: Scope) => ({
  table: sql`calendar_events event`,
  resource: "calendar_event" as const,
  visible: calendarEventVisibleCondition(tx, scope),
  changeable: calendarEventChangeableCondition(tx, scope),
});

function reachesEventOwner(
  tx: Tx,
  scope: Scope,
  { user_id, vehicle_id, unbound }: EventOwnerColumns & { unbound: Sql },
): Sql {
  if (scope.all) return sql`true`;
  const { branch_ids, driver } = scope;
  return sql`(coalesce(${user_id} = ${driver?.user_id ?? null}::uuid, false)
    or exists (select 1 from role_associations near join branch_group_branches member
      on member.tenant_id = near.tenant_id and member.branch_group_id = near.branch_group_id
      where near.tenant_id = ${tx.tenantId} and near.user_id = ${user_id} and member.branch_id = any(${branch_ids}::uuid[]))
    or exists (select 1 from vehicles home
      where home.tenant_id = ${tx.tenantId} and home.id = ${vehicle_id} and (home.branch_id = any(${branch_ids}::uuid[]) ${unbound})))`;
}

/** Condition for events of people who hold a role in the branch, and of its vehicles. */
export const calendarEventInBranchCondition = (tx: Tx, branch_id: string) => sql`(
  exists (select 1 from role_associations near join branch_group_branches member
    on member.tenant_id = near.tenant_id and member.branch_group_id = near.branch_group_id
    where near.tenant_id = ${tx.tenantId} and near.user_id = event.user_id and member.branch_id = ${branch_id})
  or exists (select 1 from vehicles home
    where home.tenant_id = ${tx.tenantId} and home.id = event.vehicle_id and home.branch_id = ${branch_id}))`;

/** Branches whose offices are notified of a person or vehicle: its own; for a vehicle without a branch all of them. */
export const selectBranchesOfEventOwner = (tx: Tx, resource: { user_id: string | null; vehicle_id: string | null }) =>
  tx.one<{ branch_ids: string[] }>(sql`
    select array(
      select member.branch_id from role_associations near join branch_group_branches member
        on member.tenant_id = near.tenant_id and member.branch_group_id = near.branch_group_id
        where near.tenant_id = ${tx.tenantId} and near.user_id = ${resource.user_id}::uuid
      union select branch.id from vehicles home join branches branch
        on branch.tenant_id = home.tenant_id and branch.id = coalesce(home.branch_id, branch.id)
        where home.tenant_id = ${tx.tenantId} and home.id = ${resource.vehicle_id}::uuid)::text[] as branch_ids`);

/** Scopes in which a caller sees the events of a person or vehicle, and may change them. */
export interface CalendarScopes {
  readonly scope: Scope;
  readonly changing: Scope;
}

/** Reads the person or vehicle that a request names; undefined when the tenant has none. */
export const selectEventOwnerAccess = (
  tx: Tx,
  { scope, changing }: CalendarScopes,
  resource: { type: "USER" | "VEHICLE"; id: string },
) => {
  const reach = (column: EventOwnerColumns) =>
    sql`${calendarEventVisibleCondition(tx, scope, column)} as is_seen, ${calendarEventChangeableCondition(tx, changing, column)} as is_reached`;
  return tx.maybe<{ is_seen: boolean; is_reached: boolean }>(
    resource.type === "USER"
      ? sql`select ${reach({ user_id: sql`person.id`, vehicle_id: sql`null::uuid` })} from users person
          where person.tenant_id = ${tx.tenantId} and person.id = ${resource.id} and person.kind = 'PERSON'`
      : sql`select ${reach({ user_id: sql`null::uuid`, vehicle_id: sql`car.id` })} from vehicles car
          where car.tenant_id = ${tx.tenantId} and car.id = ${resource.id}`,
  );
};
