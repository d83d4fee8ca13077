import type { QueryRunner } from "#platform/database/database";
import { sql } from "#platform/database/sql";

export const selectTenantIdByTenantKey = async (rows: QueryRunner, key: string) =>
  (await rows.maybe<{ id: string }>(sql`select id from tenants where tenant_key = ${key}`))?.id;

/**
 * Points the connection at the port of this start if its address is the demonstration's own; one that an administrator
 * has put there stays.
 */
export const upsertDemoPartnerConnector = (
  rows: QueryRunner,
  { tenant_id, base_url, secret }: { tenant_id: string; base_url: string; secret: Buffer },
) =>
  rows.run(sql`
    insert into tenant_connectors (tenant_id, kind, base_url, auth, secret)
    values (${tenant_id}, 'PARTNER', ${base_url}, 'BEARER', ${secret}::bytea)
    on conflict (tenant_id, kind) do update set base_url = excluded.base_url, secret = excluded.secret,
      lock_version = tenant_connectors.lock_version + 1, updated_at = now()
    where tenant_connectors.base_url like 'http://127.0.0.1:%/demonstration-partner' and tenant_connectors.auth = 'BEARER'`);
