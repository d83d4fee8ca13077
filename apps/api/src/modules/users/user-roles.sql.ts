import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import type { Association } from "./user";
import { type Caller, visible } from "./user-scope.sql";

/** Shared locks and checks of roles and groups are the business of the roles module, before this. */
export const insertAssociations = (tx: Tx, userId: string, given: readonly Association[]) =>
  tx.run(sql`
    insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
    select ${tx.tenantId}, ${userId}, role_id, branch_group_id
    from unnest(${given.map(({ role_id }) => role_id)}::uuid[], ${given.map(({ branch_group_id }) => branch_group_id)}::uuid[])
      as given (role_id, branch_group_id)
    on conflict do nothing`);

/** States of groups in which the user holds no role any more go with the roles. */
export const removeAssociations = (tx: Tx, userId: string, taken: readonly Association[]) =>
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

/** The branches of groups, to compare with where the caller may act. */
export const selectBranchesOf = (tx: Tx, groupIds: readonly string[]) =>
  tx.many<{ id: string; branch_ids: string[] }>(sql`
    select id, array(
      select member.branch_id from branch_group_branches member
      where member.tenant_id = branch_groups.tenant_id and member.branch_group_id = branch_groups.id) as branch_ids
    from branch_groups where tenant_id = ${tx.tenantId} and id = any(${groupIds}::uuid[]) order by id`);

export const upsertActiveState = (tx: Tx, userId: string, state: { branch_group_id: string; active: boolean }) =>
  tx.run(sql`
    insert into user_active_states (tenant_id, user_id, branch_group_id, active)
    values (${tx.tenantId}, ${userId}, ${state.branch_group_id}, ${state.active})
    on conflict (tenant_id, user_id, branch_group_id) do update set active = excluded.active, updated_at = now()`);

export interface Invitee {
  readonly id: string;
  readonly firstname: string;
  readonly email: string | null;
  /** The user's own or else the tenant's. */
  readonly language: string;
}

const inviteeFrom = (condition: Sql, tx: Tx) => sql`
  select person.id, person.firstname, person.email, coalesce(person.language, tenant.language) as language
  from users person join tenants tenant on tenant.id = person.tenant_id
  where person.tenant_id = ${tx.tenantId} and ${condition}`;

export const selectInviteeById = (tx: Tx, caller: Caller, id: string) =>
  tx.maybe<Invitee>(inviteeFrom(sql`person.id = ${id} and ${visible(caller)}`, tx));

export const selectInviteeByEmail = (tx: Tx, email: string) =>
  tx.maybe<Invitee>(inviteeFrom(sql`lower(person.email) = lower(${email}) and person.kind = 'PERSON'`, tx));
