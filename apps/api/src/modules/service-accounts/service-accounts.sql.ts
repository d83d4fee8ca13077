import type { Static } from "@leitstand/contract/core/schema";
import type { ServiceAccountToken, ServiceAccountUser } from "@leitstand/contract/people/service-accounts";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { alphabetically, sql } from "#platform/database/sql";

type TokenRow = Static<typeof ServiceAccountToken>;
type AccountRow = Static<typeof ServiceAccountUser>;

const tokenColumns = sql`id, created_at, updated_at, name, blacklisted, expires_at, last_used_at`;

/**
 * Condition for visible accounts, as alias `account`: all of the tenant, or those that hold roles in the caller's
 * branches and nowhere else.
 */
const accountVisibleCondition = ({ all, branch_ids }: Scope) =>
  all
    ? sql`account.kind = 'SERVICE_ACCOUNT'`
    : sql`(account.kind = 'SERVICE_ACCOUNT' and exists (
        select 1 from role_associations held where held.tenant_id = account.tenant_id and held.user_id = account.id)
      and not exists (
        select 1 from role_associations held left join branch_group_branches member
          on member.tenant_id = held.tenant_id and member.branch_group_id = held.branch_group_id
        where held.tenant_id = account.tenant_id and held.user_id = account.id
          and (member.branch_id is null or member.branch_id <> all(${branch_ids}::uuid[]))))`;

const accountAnswerColumns = sql`account.id, account.created_at, account.updated_at, account.lock_version, account.lastname as name,
  not account.blocked as active, coalesce((
    select json_agg(json_build_object('role_id', held.role_id, 'branch_group_id', held.branch_group_id) order by held.role_id, held.branch_group_id)
    from role_associations held where held.tenant_id = account.tenant_id and held.user_id = account.id), '[]') as role_associations`;

/** Service accounts in scope; not paged, because a tenant has a few programs, each with one account. */
export const selectServiceAccounts = (tx: Tx, scope: Scope) =>
  tx.many<AccountRow>(sql`
    select ${accountAnswerColumns} from users account where account.tenant_id = ${tx.tenantId} and ${accountVisibleCondition(scope)}
    order by ${alphabetically(sql`account.lastname`)}, account.id`);

/**
 * Reads an account after its lock, without a check of the scope, which the lock has made. As a later statement it sees
 * what was committed before.
 */
export const selectServiceAccountAfterLock = (tx: Tx, id: string) =>
  tx.one<AccountRow>(
    sql`select ${accountAnswerColumns} from users account where account.tenant_id = ${tx.tenantId} and account.id = ${id}`,
  );

/** Locks the account until the commit, so that tokens are counted one after the other. */
export const lockServiceAccount = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select account.id from users account where account.tenant_id = ${tx.tenantId} and account.id = ${id} and ${accountVisibleCondition(scope)} for update`);

export const selectServiceAccountIdInScope = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select account.id from users account where account.tenant_id = ${tx.tenantId} and account.id = ${id} and ${accountVisibleCondition(scope)}`);

/** First of these roles that is not for integrations. */
export const selectNonIntegrationRole = (tx: Tx, roleIds: readonly string[]) =>
  tx.maybe<{ id: string }>(sql`
    select id from roles where tenant_id = ${tx.tenantId} and id = any(${roleIds}::uuid[]) and role_type <> 'INTEGRATION' order by id limit 1`);

/** Tokens, the newest first: all that can still be used, so that each can be found and revoked, and the newest others. */
export const selectServiceAccountTokens = (tx: Tx, accountId: string, now: Date) =>
  tx.many<TokenRow>(sql`
    select ${tokenColumns} from (
      select * from tokens where tenant_id = ${tx.tenantId} and user_id = ${accountId} and kind = 'SERVICE'
      order by ${isLiveToken(now)} desc, created_at desc, id limit 100) tokens
    order by created_at desc, id`);

export const selectTokenOfServiceAccount = (tx: Tx, accountId: string, id: string) =>
  tx.maybe<TokenRow>(sql`
    select ${tokenColumns} from tokens
    where tenant_id = ${tx.tenantId} and user_id = ${accountId} and id = ${id} and kind = 'SERVICE'`);

const isLiveToken = (now: Date) => sql`(not blacklisted and revoked_at is null and expires_at > ${now})`;

export const selectServiceAccountToken = (tx: Tx, id: string) =>
  tx.one<TokenRow>(sql`select ${tokenColumns} from tokens where tenant_id = ${tx.tenantId} and id = ${id}`);

export const countLiveServiceAccountTokens = (tx: Tx, accountId: string, now: Date) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from tokens where tenant_id = ${tx.tenantId} and user_id = ${accountId} and kind = 'SERVICE'
      and ${isLiveToken(now)}`);
