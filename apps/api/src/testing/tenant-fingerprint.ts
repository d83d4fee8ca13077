import { sql, Sql, joinSql } from "#platform/database/sql";
import type { TestApi } from "./start-api";

/**
 * Tables that nodes work off by themselves, as they write `last_used_at`: no request between two fingerprints has
 * changed them.
 */
const worklistTables = ["jobs", "outbox_messages"];

/**
 * Fingerprints by tenant of all its rows: the same as long as no request has written any. For many tenants they cost as
 * much as for one.
 */
export async function fingerprintRowsByTenant(
  { db }: TestApi,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tables = await db.system.many<{ name: string }>(sql`
    select columns.table_name as name from information_schema.columns columns
    join information_schema.tables tables on tables.table_name = columns.table_name and tables.table_schema = columns.table_schema
    where columns.table_schema = 'public' and columns.column_name = 'tenant_id' and tables.table_type = 'BASE TABLE'
      and columns.table_name !~ '^positions_' and columns.table_name <> all(${worklistTables})
    order by 1`);
  const rows = tables.map(
    ({
      name,
    }) => sql`select ${new Sql([`'${name}'`], [])} as name, kept.tenant_id, (to_jsonb(kept) - 'last_used_at')::text as content
      from ${new Sql([name], [])} kept where kept.tenant_id = any(${tenantIds}::uuid[])`,
  );
  const found = await db.system.many<{ tenant_id: string; fingerprint: string }>(sql`
    select tenant_id, md5(string_agg(name || content, '' order by name, content)) as fingerprint
    from (${joinSql(rows, " union all ")}) kept group by tenant_id`);
  return new Map(found.map(({ tenant_id, fingerprint }) => [tenant_id, fingerprint]));
}
