import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { type UserOperationCaller, personVisibleCondition } from "./user-scope.sql";

/** Branches of groups, to be compared with the caller's scope. */
export const selectBranchesOfGroups = (tx: Tx, groupIds: readonly string[]) =>
  tx.many<{ id: string; branch_ids: string[] }>(sql`
    select id, array(
      select member.branch_id from branch_group_branches member
      where member.tenant_id = branch_groups.tenant_id and member.branch_group_id = branch_groups.id) as branch_ids
    from branch_groups where tenant_id = ${tx.tenantId} and id = any(${groupIds}::uuid[]) order by id`);

export interface Invitee {
  readonly id: string;
  readonly firstname: string;
  readonly email: string | null;
  /** Language of the user, or else of the tenant. */
  readonly language: string;
  /** Short name of the person's company, by which it is chosen at the sign-in. */
  readonly short_code: string;
}

const inviteeQuery = (condition: Sql, tx: Tx) => sql`
  select person.id, person.firstname, person.email, coalesce(person.language, tenant.language) as language, tenant.short_code
  from users person join tenants tenant on tenant.id = person.tenant_id
  where person.tenant_id = ${tx.tenantId} and ${condition}`;

export const selectInviteeById = (tx: Tx, caller: UserOperationCaller, id: string) =>
  tx.maybe<Invitee>(inviteeQuery(sql`person.id = ${id} and ${personVisibleCondition(caller)}`, tx));

export const selectInviteeByEmail = (tx: Tx, email: string) =>
  tx.maybe<Invitee>(inviteeQuery(sql`lower(person.email) = lower(${email}) and person.kind = 'PERSON'`, tx));
