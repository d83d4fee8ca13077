import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

export const selectTenantLanguageAndTimezone = (tx: Tx) =>
  tx.one<{ timezone: string; language: "de" | "en" }>(
    sql`select timezone, language from tenants where id = ${tx.tenantId}`,
  );
