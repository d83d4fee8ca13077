import type { Static } from "@leitstand/contract/core/schema";
import type { UserCreateRequest, UserRole } from "@leitstand/contract/people/user";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { type Caller, visible } from "./user-scope.sql";

type UserByKey = Required<Omit<Static<typeof UserCreateRequest>, "role_associations" | "skill_ids">> & {
  readonly id: string;
  readonly lock_version: number;
  readonly reachable: boolean;
  readonly role_associations: readonly UserRole[];
};

/**
 * People of the tenant with one of these keys, as a request spells them; mail addresses in small letters. `reachable`: the caller sees them.
 * No index serves a changed spelling behind row level security, so addresses are looked up in a set: one pass over the people.
 */
export const selectUsersByKeys = (
  tx: Tx,
  caller: Caller,
  keys: { external_id: readonly string[]; email: readonly string[]; phone_number: readonly string[] },
) =>
  tx.many<UserByKey>(sql`
    with known as (
      select id from users where tenant_id = ${tx.tenantId} and external_id is not null and external_id = any(${keys.external_id}::text[])
      union
      select id from users where tenant_id = ${tx.tenantId} and email is not null and lower(email) in (select unnest(${keys.email}::text[]))
      union
      select id from users where tenant_id = ${tx.tenantId} and phone_number is not null and phone_number = any(${keys.phone_number}::text[]))
    select person.id, person.lock_version, ${visible(caller)} as reachable, person.firstname, person.lastname, person.email,
      person.phone_number, person.external_id, person.language, coalesce((
        select json_agg(json_build_object('role_id', held.role_id, 'branch_group_id', held.branch_group_id))
        from role_associations held where held.tenant_id = person.tenant_id and held.user_id = person.id), '[]') as role_associations
    from known join users person on person.tenant_id = ${tx.tenantId} and person.id = known.id`);
