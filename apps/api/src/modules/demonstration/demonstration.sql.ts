import type { Rows } from "#platform/database";
import { sql } from "#platform/sql";

export const selectTenantCodes = async (rows: Rows) =>
  (await rows.many<{ short_code: string }>(sql`select short_code from tenants`)).map(({ short_code }) => short_code);

/** Puts away what an interrupted loading left behind: out of sight, without tokens, its names free again. */
export const abandonTenants = async (rows: Rows) => {
  await rows.run(sql`delete from tokens`);
  await rows.run(sql`delete from jobs`);
  await rows.run(sql`
    update tenants set active = false, domain = null, short_code = 'x_' || left(md5(id::text), 12), tenant_key = id::text, updated_at = now()
    where active`);
};
