import type { QueryRunner } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Counts the tenants with these keys. */
export const countTenantsByKeys = async (rows: QueryRunner, keys: readonly string[]) =>
  (
    await rows.one<{ count: number }>(sql`
    select count(*)::int as count from tenants where tenant_key = any(${keys}::text[])`)
  ).count;

/** Replaces the token of this name of the company's program; any other token of the name is gone. */
export const replaceServiceToken = async (rows: QueryRunner, token: { tenant_key: string; hash: Buffer }) => {
  const program = sql`
    select person.tenant_id, person.id from users person join tenants tenant on tenant.id = person.tenant_id
    where tenant.tenant_key = ${token.tenant_key} and person.kind = 'SERVICE_ACCOUNT' and person.lastname = 'Schnittstelle'
    order by person.created_at, person.id limit 1`;
  await rows.run(sql`
    delete from tokens using (${program}) program
    where tokens.tenant_id = program.tenant_id and tokens.user_id = program.id and tokens.name = 'Demonstration'
      and (tokens.token_hash <> ${token.hash} or tokens.expires_at < now())`);
  await rows.run(sql`
    insert into tokens (tenant_id, kind, token_hash, user_id, name, expires_at, last_used_at)
    select program.tenant_id, 'SERVICE', ${token.hash}::bytea, program.id, 'Demonstration', now() + interval '365 days', null from (${program}) program
    on conflict (token_hash) do nothing`);
};

export const selectTenantCodes = async (rows: QueryRunner) =>
  (await rows.many<{ short_code: string }>(sql`select short_code from tenants`)).map(({ short_code }) => short_code);

/** Puts the tenants of an interrupted loading aside: hidden, without tokens, their names free again. */
export const deactivateIncompleteTenants = async (rows: QueryRunner) => {
  await rows.run(sql`delete from tokens`);
  await rows.run(sql`delete from jobs`);
  await rows.run(sql`
    update tenants set active = false, domain = null, short_code = 'x_' || left(md5(id::text), 12), tenant_key = id::text, updated_at = now()
    where active`);
};
