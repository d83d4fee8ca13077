import type { Role, RoleCreateRequest, RoleUpdateRequest } from "@leitstand/contract/people/roles";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { alphabetically, sql } from "#platform/database/sql";

export type RoleRow = Static<typeof Role>;

const roleColumns = sql`id, name, role_type, grants, roles_allowed_to_assign, branch_access, lock_version, created_at, updated_at`;

/** Roles of the tenant; not paged, because there are a few dozen. */
export const selectRoles = (tx: Tx, branchAccess: string | null) =>
  tx.many<RoleRow>(sql`
    select ${roleColumns} from roles
    where tenant_id = ${tx.tenantId} and (${branchAccess}::text is null or branch_access = ${branchAccess}::text)
    order by ${alphabetically(sql`name`)}, id`);

/** Locks roles in shared mode, so that their grants stay until the transaction that assigns them ends. */
export const lockRolesToAssign = (tx: Tx, ids: readonly string[]) =>
  tx.many<Pick<RoleRow, "id" | "grants" | "branch_access">>(sql`
    select id, grants, branch_access from roles where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[])
    order by id for share`);

export const lockRole = (tx: Tx, id: string) =>
  tx.maybe<RoleRow>(sql`select ${roleColumns} from roles where tenant_id = ${tx.tenantId} and id = ${id} for update`);

/**
 * Locks a role, and those that may have to remain: roles with `updateRole` and roles of drivers. All are locked in one
 * order, so that of two concurrent deletions the second sees that its role is the last.
 */
export const lockRoleToDelete = (tx: Tx, id: string) =>
  tx.many<RoleRow>(sql`
    select ${roleColumns} from roles
    where tenant_id = ${tx.tenantId} and (id = ${id} or grants @> array['updateRole'] or role_type = 'DRIVER')
    order by id for update`);

export const countEnabledDevices = (tx: Tx) =>
  tx.one<{ count: number }>(
    sql`select count(*) as count from devices where tenant_id = ${tx.tenantId} and not disabled`,
  );

/** Deletes a role, also from the lists of roles that may assign it. */
export const removeRole = (tx: Tx, id: string) =>
  tx.run(sql`
    with others as (
      update roles set roles_allowed_to_assign = array_remove(roles_allowed_to_assign, ${id}::uuid),
        lock_version = lock_version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id <> ${id} and roles_allowed_to_assign @> array[${id}::uuid])
    delete from roles where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Roles that the caller's roles allow to assign, at present. */
export const selectAssignableRoles = (tx: Tx, ids: readonly string[]) =>
  tx.many<{ role_id: string }>(sql`
    select distinct unnest(roles_allowed_to_assign) as role_id from roles
    where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[])`);

/**
 * Branch groups with their branches. They are locked in shared mode by a statement of its own before they are read, so
 * that their branches stay until the transaction that assigns roles in them ends.
 */
export function lockBranchGroupsOfRoles(tx: Tx, ids: readonly string[]) {
  tx.runBeforeNext(sql`
    select 1 from branch_groups where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) order by id for share`);
  return tx.many<{ id: string; type: string; branch_ids: string[] }>(sql`
    select id, type, array(
      select member.branch_id from branch_group_branches member
      where member.tenant_id = branch_groups.tenant_id and member.branch_group_id = branch_groups.id
      order by member.branch_id) as branch_ids
    from branch_groups where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[])`);
}

/** Locks the roles that users hold in a branch group, or are invited to, as `lockRolesToAssign` does. */
export const lockRolesOfBranchGroup = (tx: Tx, id: string) =>
  tx.many<Pick<RoleRow, "id" | "grants">>(sql`
    select id, grants from roles where tenant_id = ${tx.tenantId} and id in (
      select role_id from role_associations where tenant_id = ${tx.tenantId} and branch_group_id = ${id}
      union all
      select unnest(role_ids) from user_invites where tenant_id = ${tx.tenantId} and branch_group_id = ${id} and status = 'OPEN')
    order by id for share`);

/** Number of users who hold the role or are invited to it, and the branches concerned. */
export const selectRoleUsage = (tx: Tx, id: string) =>
  tx.one<{ count: number; branch_ids: string[] }>(sql`
    with held as (
      select branch_group_id from role_associations where tenant_id = ${tx.tenantId} and role_id = ${id}
      union all
      select branch_group_id from user_invites where tenant_id = ${tx.tenantId} and status = 'OPEN' and role_ids @> array[${id}::uuid])
    select (select count(*) from held) as count, array(
      select distinct branch_id from branch_group_branches
      where tenant_id = ${tx.tenantId} and branch_group_id in (select branch_group_id from held)) as branch_ids`);

/**
 * Everything that a user holds, active at present or not: the grants and branches of each association (null for all
 * branches).
 */
export const selectRolesHeldBy = (tx: Tx, userId: string) =>
  tx.many<{ role_id: string; grants: string[]; branch_ids: string[] | null }>(sql`
    select role.id as role_id, role.grants, case when association.branch_group_id is not null then array(
      select member.branch_id from branch_group_branches member
      where member.tenant_id = association.tenant_id and member.branch_group_id = association.branch_group_id) end as branch_ids
    from role_associations association
    join roles role on role.tenant_id = association.tenant_id and role.id = association.role_id
    where association.tenant_id = ${tx.tenantId} and association.user_id = ${userId}
    order by role.id`);

export const insertRole = (tx: Tx, draft: Static<typeof RoleCreateRequest>) =>
  tx.one<RoleRow>(sql`
    insert into roles (tenant_id, name, role_type, branch_access, grants, roles_allowed_to_assign)
    values (${tx.tenantId}, ${draft.name}, ${draft.role_type}, ${draft.branch_access}, ${draft.grants}, ${draft.roles_allowed_to_assign ?? []})
    returning ${roleColumns}`);

/** Inserts the role that holds all grants, and may be assigned by its holders. */
export const insertAdministratorRole = (tx: Tx, role: { name: string; grants: readonly string[] }) =>
  tx.one<{ id: string }>(sql`
    with made as (select gen_random_uuid() as id)
    insert into roles (tenant_id, id, name, role_type, grants, roles_allowed_to_assign, branch_access)
    select ${tx.tenantId}, made.id, ${role.name}, 'ADMINISTRATOR', ${role.grants}::text[], array[made.id], 'ALL' from made
    returning id`);

/** Allows the roles `by` to assign the role `id` from now on. */
export const allowRolesToAssignRole = (tx: Tx, id: string, by: readonly string[]) =>
  tx.runAtCommit(sql`
    update roles set roles_allowed_to_assign = array_append(roles_allowed_to_assign, ${id}::uuid),
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = any(${by}::uuid[])`);

export const updateRole = (tx: Tx, { id, ...change }: Static<typeof RoleUpdateRequest> & { id: string }) =>
  tx.one<RoleRow>(sql`
    update roles set name = ${change.name}, role_type = ${change.role_type}, branch_access = ${change.branch_access},
      grants = ${change.grants}, roles_allowed_to_assign = ${change.roles_allowed_to_assign},
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}
    returning ${roleColumns}`);
