import type { Principal, Scope } from "#platform/access/principal";
import { sql } from "#platform/database/sql";

/** Caller of an operation, with the scope of its grant. */
export interface UserOperationCaller {
  readonly principal: Principal;
  readonly scope: Scope;
}

/**
 * Condition for visible people, as alias `person`: all of the tenant, or those who hold a role in the caller's
 * branches, and always the caller. Drivers see only themselves.
 */
export const personVisibleCondition = ({ principal, scope }: UserOperationCaller) =>
  scope.all
    ? sql`person.kind = 'PERSON'`
    : sql`(person.kind = 'PERSON' and (person.id = ${principal.user_id}::uuid or exists (
        select 1 from role_associations near join branch_group_branches member
          on member.tenant_id = near.tenant_id and member.branch_group_id = near.branch_group_id
        where near.tenant_id = person.tenant_id and near.user_id = person.id and member.branch_id = any(${scope.branch_ids}::uuid[]))))`;
