import type { Static } from "@leitstand/contract/core/schema";
import type { ServiceAccountUser } from "@leitstand/contract/people/service-accounts";
import type { UserCreateRequest, UserRoleAssociation, UserUpdateRequest } from "@leitstand/contract/people/user";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

export const insertUser = (tx: Tx, draft: Static<typeof UserCreateRequest>) =>
  tx.one<{ id: string }>(sql`
    insert into users (tenant_id, firstname, lastname, email, phone_number, external_id, language)
    values (${tx.tenantId}, ${draft.firstname}, ${draft.lastname}, ${draft.email}, ${draft.phone_number}, ${draft.external_id}, ${draft.language})
    returning id`);

/** Changes a user whose row the transaction has locked; external_id and blocked stay when they are left out. */
export const updateUser = (tx: Tx, id: string, change: Static<typeof UserUpdateRequest>) =>
  tx.run(sql`
    update users set firstname = ${change.firstname}, lastname = ${change.lastname}, email = ${change.email}, phone_number = ${change.phone_number},
      language = ${change.language}, blocked = coalesce(${change.blocked}::boolean, blocked),
      external_id = case when ${change.external_id === undefined} then external_id else ${change.external_id}::text end,
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/**
 * Raises the lock version of a user for changes beside the row itself (roles, states), so that a replacement made on
 * the version before is refused.
 */
export const incrementUserLockVersion = (tx: Tx, id: string) =>
  tx.run(sql`
    update users set lock_version = lock_version + 1, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`);

export const unblockUser = (tx: Tx, id: string) =>
  tx.run(sql`
    update users set blocked = false, password_failures = 0, password_wait_until = null, pin_failures = 0, pin_locked_until = null,
      pin_voided_at = null, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Inserts a person with one role for the whole tenant. */
export const insertUserWithRole = (
  tx: Tx,
  person: { email: string; firstname: string; lastname: string; role_id: string },
) =>
  tx.one<{ id: string }>(sql`
    with person as (
      insert into users (tenant_id, email, firstname, lastname) values (${tx.tenantId}, ${person.email}, ${person.firstname}, ${person.lastname})
      returning id),
    association as (
      insert into role_associations (tenant_id, user_id, role_id) select ${tx.tenantId}, person.id, ${person.role_id} from person)
    select id from person`);

/** Gives a person a role for the whole tenant, and lets a blocked one in again. */
export const giveRoleAndUnblock = (tx: Tx, { id, role_id }: { id: string; role_id: string }) =>
  tx.run(sql`
    with unblocked as (
      update users set blocked = false, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${id} and blocked)
    insert into role_associations (tenant_id, user_id, role_id) values (${tx.tenantId}, ${id}, ${role_id}) on conflict do nothing`);

/** Inserts the account of a program, with its roles. */
export const insertServiceAccount = (tx: Tx, name: string, associations: readonly UserRoleAssociation[]) =>
  tx.one<Static<typeof ServiceAccountUser>>(sql`
    with account as (
      insert into users (tenant_id, kind, lastname) values (${tx.tenantId}, 'SERVICE_ACCOUNT', ${name}) returning *),
    held as (
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      select account.tenant_id, account.id, given.role_id, given.branch_group_id
      from account, unnest(${associations.map(({ role_id }) => role_id)}::uuid[], ${associations.map(({ branch_group_id }) => branch_group_id)}::uuid[])
        as given (role_id, branch_group_id)
      on conflict do nothing returning role_id, branch_group_id)
    select account.id, account.created_at, account.updated_at, account.lock_version, account.lastname as name, not account.blocked as active,
      coalesce((select json_agg(json_build_object('role_id', role_id, 'branch_group_id', branch_group_id) order by role_id, branch_group_id) from held), '[]')
        as role_associations
    from account`);

/**
 * Changes a service account whose row the transaction has locked. The rights of its tokens follow at once, by the
 * notification `principals changed`.
 */
export const updateServiceAccount = (tx: Tx, id: string, { name, active }: { name: string; active: boolean }) =>
  tx.run(sql`
    update users set lastname = ${name}, blocked = ${!active}, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Erases all personal data of a user; the SQL function lists the columns that hold such data. */
export const eraseUserPersonalData = (tx: Tx, id: string) => tx.run(sql`select erase_user(${id})`);
