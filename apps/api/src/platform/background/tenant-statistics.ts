import type { Rows } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/**
 * After much was written for a tenant at once: tables in which the planner takes it for far fewer rows than it has are analysed,
 * and connections plan their statements for it again. Nothing is done where the statistics are good enough; answers the tables.
 */
export const knowTenant = (system: Rows, tenantId: string) => analyzeMistakenTables(system, [tenantId]);

/** The same for tenants that grow call by call, and where PostgreSQL does not analyse by itself. */
export const knowAllTenants = (system: Rows) => analyzeMistakenTables(system, null);

async function analyzeMistakenTables(system: Rows, tenantIds: readonly string[] | null): Promise<string[]> {
  const rows = await system.many<{ name: string }>(sql`
    select name from analyze_mistaken_tables(${tenantIds}::uuid[]) as found (name)`);
  return rows.map(({ name }) => name);
}
