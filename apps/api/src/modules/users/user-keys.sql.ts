import type { Static } from "@leitstand/contract/core/schema";
import type { UserCreateRequest, UserRoleAssociation } from "@leitstand/contract/people/user";
import type { RowFoundByKey } from "#platform/access/scope";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { type UserOperationCaller, personVisibleCondition } from "./user-scope.sql";

type UserFields = Required<Omit<Static<typeof UserCreateRequest>, "role_associations" | "skill_ids">>;
type UserFoundByKey = RowFoundByKey<UserFields & { readonly role_associations: readonly UserRoleAssociation[] }>;

/**
 * People of the tenant with one of these keys, as a request spells them; mail addresses in lower case. `reachable`
 * means that the caller sees them. No index serves a changed spelling behind row level security, so keys are looked up
 * in sets: one pass over the people.
 */
export const selectUsersByImportKeys = (
  tx: Tx,
  caller: UserOperationCaller,
  keys: { external_id: readonly string[]; email: readonly string[]; phone_number: readonly string[] },
) =>
  tx.many<UserFoundByKey>(sql`
    select person.id, person.lock_version, ${personVisibleCondition(caller)} as reachable, person.firstname, person.lastname, person.email,
      person.phone_number, person.external_id, person.language, coalesce((
        select json_agg(json_build_object('role_id', held.role_id, 'branch_group_id', held.branch_group_id))
        from role_associations held where held.tenant_id = person.tenant_id and held.user_id = person.id), '[]') as role_associations
    from users person
    where person.tenant_id = ${tx.tenantId} and (
      person.external_id in (select unnest(${keys.external_id}::text[]))
      or lower(person.email) in (select unnest(${keys.email}::text[]))
      or person.phone_number in (select unnest(${keys.phone_number}::text[])))`);
