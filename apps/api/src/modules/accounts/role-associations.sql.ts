import type { UserRoleAssociation } from "@leitstand/contract/people/user";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Inserts role associations of a user; the roles module has locked and checked the roles and groups before. */
export const insertRoleAssociations = (tx: Tx, userId: string, given: readonly UserRoleAssociation[]) =>
  tx.run(sql`
    insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
    select ${tx.tenantId}, ${userId}, role_id, branch_group_id
    from unnest(${given.map(({ role_id }) => role_id)}::uuid[], ${given.map(({ branch_group_id }) => branch_group_id)}::uuid[])
      as given (role_id, branch_group_id)
    on conflict do nothing`);

/** Removes role associations of a user, and the user's states in groups where no role is left. */
export const removeRoleAssociations = (tx: Tx, userId: string, taken: readonly UserRoleAssociation[]) =>
  tx.run(sql`
    with removed as (
      delete from role_associations held
      using unnest(${taken.map(({ role_id }) => role_id)}::uuid[], ${taken.map(({ branch_group_id }) => branch_group_id)}::uuid[])
        as taken (role_id, branch_group_id)
      where held.tenant_id = ${tx.tenantId} and held.user_id = ${userId}
        and held.role_id = taken.role_id and held.branch_group_id is not distinct from taken.branch_group_id
      returning held.id)
    delete from user_active_states state where state.tenant_id = ${tx.tenantId} and state.user_id = ${userId}
      and not exists (
        select 1 from role_associations held where held.tenant_id = state.tenant_id and held.user_id = state.user_id
          and held.branch_group_id = state.branch_group_id and held.id not in (select id from removed))`);

export const upsertUserActiveState = (tx: Tx, userId: string, state: { branch_group_id: string; active: boolean }) =>
  tx.run(sql`
    insert into user_active_states (tenant_id, user_id, branch_group_id, active)
    values (${tx.tenantId}, ${userId}, ${state.branch_group_id}, ${state.active})
    on conflict (tenant_id, user_id, branch_group_id) do update set active = excluded.active, updated_at = now()`);
