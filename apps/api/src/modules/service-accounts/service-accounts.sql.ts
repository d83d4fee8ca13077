import type { Static } from "@leitstand/contract/core/schema";
import type { ServiceAccountToken, ServiceAccountUser } from "@leitstand/contract/people/service-accounts";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { sql } from "#platform/database/sql";

type TokenRow = Static<typeof ServiceAccountToken>;

export interface Association {
  readonly role_id: string;
  readonly branch_group_id: string | null;
}

const tokenColumns = sql`id, created_at, updated_at, name, blacklisted, expires_at, last_used_at`;

/** Accounts, as alias `account`: all of the tenant, or those that hold roles in the caller's branches and nowhere else. */
const visible = ({ all, branch_ids }: Scope) =>
  all
    ? sql`account.kind = 'SERVICE_ACCOUNT'`
    : sql`(account.kind = 'SERVICE_ACCOUNT' and exists (
        select 1 from role_associations held where held.tenant_id = account.tenant_id and held.user_id = account.id)
      and not exists (
        select 1 from role_associations held left join branch_group_branches member
          on member.tenant_id = held.tenant_id and member.branch_group_id = held.branch_group_id
        where held.tenant_id = account.tenant_id and held.user_id = account.id
          and (member.branch_id is null or member.branch_id <> all(${branch_ids}::uuid[]))))`;

/** Holds the account until the commit, so that tokens are counted one after the other. */
export const lockAccount = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select account.id from users account where account.tenant_id = ${tx.tenantId} and account.id = ${id} and ${visible(scope)} for update`);

export const selectAccount = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select account.id from users account where account.tenant_id = ${tx.tenantId} and account.id = ${id} and ${visible(scope)}`);

export const insertAccount = (tx: Tx, name: string, associations: readonly Association[]) =>
  tx.one<Static<typeof ServiceAccountUser>>(sql`
    with account as (
      insert into users (tenant_id, kind, lastname) values (${tx.tenantId}, 'SERVICE_ACCOUNT', ${name}) returning *),
    held as (
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      select account.tenant_id, account.id, given.role_id, given.branch_group_id
      from account, unnest(${associations.map(({ role_id }) => role_id)}::uuid[], ${associations.map(({ branch_group_id }) => branch_group_id)}::uuid[])
        as given (role_id, branch_group_id)
      on conflict do nothing returning role_id, branch_group_id)
    select account.id, account.created_at, account.updated_at, account.lock_version, account.lastname as name,
      coalesce((select json_agg(json_build_object('role_id', role_id, 'branch_group_id', branch_group_id) order by role_id, branch_group_id) from held), '[]')
        as role_associations
    from account`);

/** The first of these roles that is not for integrations. */
export const selectOtherRole = (tx: Tx, roleIds: readonly string[]) =>
  tx.maybe<{ id: string }>(sql`
    select id from roles where tenant_id = ${tx.tenantId} and id = any(${roleIds}::uuid[]) and role_type <> 'INTEGRATION' order by id limit 1`);

export const selectTokens = (tx: Tx, accountId: string) =>
  tx.many<TokenRow>(sql`
    select ${tokenColumns} from tokens where tenant_id = ${tx.tenantId} and user_id = ${accountId} and kind = 'SERVICE'
    order by created_at desc, id limit 100`);

export const selectToken = (tx: Tx, id: string) =>
  tx.one<TokenRow>(sql`select ${tokenColumns} from tokens where tenant_id = ${tx.tenantId} and id = ${id}`);

export const countLiveTokens = (tx: Tx, accountId: string, now: Date) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from tokens where tenant_id = ${tx.tenantId} and user_id = ${accountId} and kind = 'SERVICE'
      and not blacklisted and revoked_at is null and expires_at > ${now}`);

export const blacklistToken = (tx: Tx, accountId: string, tokenId: string) =>
  tx.maybe<TokenRow>(sql`
    update tokens set blacklisted = true, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${tokenId} and user_id = ${accountId} and kind = 'SERVICE' returning ${tokenColumns}`);
