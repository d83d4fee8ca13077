import { defaultTenantSettings, type TenantSettings } from "@leitstand/contract/company/dispatch-settings";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";

/** SQL for a setting that holds, by the tenant or by default: JSON, to be answered as it is or cast. */
export const tenantSettingSql = (tenant: Sql, name: keyof TenantSettings) =>
  sql`coalesce(${tenant}.settings -> ${name}::text, ${toJsonParameter(defaultTenantSettings[name])}::jsonb)`;
