import type { BranchGroup } from "@leitstand/contract/company/branches";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { alphabetically, sql } from "#platform/database/sql";

export type BranchGroupRow = Omit<Static<typeof BranchGroup>, "grants">;

const branchGroupColumns = sql`branch_group.id, branch_group.name, branch_group.type, branch_group.lock_version, branch_group.created_at, branch_group.updated_at,
  (select coalesce(json_agg(json_build_object('id', branch.id, 'name', branch.name) order by ${alphabetically(sql`branch.name`)}, branch.id), '[]')
    from branch_group_branches member join branches branch on branch.tenant_id = member.tenant_id and branch.id = member.branch_id
    where member.tenant_id = branch_group.tenant_id and member.branch_group_id = branch_group.id) as branches`;

export const branchGroupTable = sql`branch_groups branch_group`;

/**
 * Condition for visible groups: the caller reaches each of their branches, because a part of a group would look like
 * the whole.
 */
export const branchGroupVisibleCondition = (scope: Scope) => {
  if (scope.all || scope.driver?.all) return sql`true`;
  return sql`not exists (
    select 1 from branch_group_branches member where member.tenant_id = branch_group.tenant_id
      and member.branch_group_id = branch_group.id and not ${branchScopeCondition(scope, sql`member.branch_id`)})
    and exists (select 1 from branch_group_branches member
      where member.tenant_id = branch_group.tenant_id and member.branch_group_id = branch_group.id)`;
};

/** Branch groups in the caller's scope; not paged, because there is one for each branch and a few collections. */
export const selectBranchGroups = (tx: Tx, scope: Scope) =>
  tx.many<BranchGroupRow>(sql`
    select ${branchGroupColumns} from branch_groups branch_group
    where branch_group.tenant_id = ${tx.tenantId} and ${branchGroupVisibleCondition(scope)} order by ${alphabetically(sql`branch_group.name`)}, branch_group.id`);

export const selectBranchGroup = (tx: Tx, id: string) =>
  tx.one<BranchGroupRow>(sql`
    select ${branchGroupColumns} from branch_groups branch_group
    where branch_group.tenant_id = ${tx.tenantId} and branch_group.id = ${id}`);

export const insertBranchGroup = (tx: Tx, { name, type }: { name: string; type: string }) =>
  tx.one<{ id: string }>(sql`
    insert into branch_groups (tenant_id, name, type) values (${tx.tenantId}, ${name}, ${type}) returning id`);

/**
 * Renames a group and locks its row until the commit; undefined when the caller sees no such group, or has it at
 * another lock version.
 */
export const updateBranchGroup = (tx: Tx, scope: Scope, change: { id: string; name: string; lock_version: number }) =>
  tx.maybe<{ id: string; type: BranchGroupRow["type"] }>(sql`
    update branch_groups branch_group set name = ${change.name}, lock_version = lock_version + 1, updated_at = now()
    where branch_group.tenant_id = ${tx.tenantId} and branch_group.id = ${change.id}
      and lock_version = ${change.lock_version} and ${branchGroupVisibleCondition(scope)}
    returning branch_group.id, branch_group.type`);

export const replaceGroupBranches = (tx: Tx, id: string, branchIds: readonly string[]) =>
  tx.run(sql`
    with removed as (
      delete from branch_group_branches
      where tenant_id = ${tx.tenantId} and branch_group_id = ${id} and branch_id <> all(${branchIds}::uuid[]))
    insert into branch_group_branches (tenant_id, branch_group_id, branch_id)
    select ${tx.tenantId}, ${id}, unnest(${branchIds}::uuid[]) on conflict do nothing`);

/**
 * Removes a branch from groups before it is deleted: groups of this branch alone are deleted, and larger ones keep the
 * others.
 */
export async function removeBranchFromGroups(tx: Tx, id: string) {
  await tx.run(sql`
    delete from branch_groups branch_group using branch_group_branches member
    where branch_group.tenant_id = ${tx.tenantId} and branch_group.type = 'SINGLE' and member.tenant_id = branch_group.tenant_id
      and member.branch_group_id = branch_group.id and member.branch_id = ${id}`);
  await tx.run(sql`
    with left_behind as (
      delete from branch_group_branches where tenant_id = ${tx.tenantId} and branch_id = ${id} returning branch_group_id)
    update branch_groups set lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id in (select branch_group_id from left_behind)`);
}
