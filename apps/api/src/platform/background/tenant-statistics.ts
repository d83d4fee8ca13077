import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** An analysis of the largest tables takes some seconds; other statements may not take so long. */
const ANALYSIS_MS = 60_000;

/**
 * After much was written for a tenant at once: tables in which the planner takes it for far fewer rows than it has are analysed,
 * and connections plan their statements for it again. Nothing is done where the statistics are good enough. What was written stands,
 * whether this works or not: housekeeping asks again, and tells what fails. Answers the tables.
 */
export const knowTenant = (db: Database, tenantId: string): Promise<string[]> =>
  analyzeMistakenTables(db, tenantId).catch(() => []);

/** The same for tenants that grow call by call, and where PostgreSQL does not analyse by itself: one after the other. */
export async function knowAllTenants(db: Database): Promise<string[]> {
  const tenants = await db.system.many<{ id: string }>(sql`select id from tenants order by id`);
  const names: string[] = [];
  for (const { id } of tenants) names.push(...(await analyzeMistakenTables(db, id)));
  return names;
}

const analyzeMistakenTables = (db: Database, tenantId: string): Promise<string[]> =>
  db.systemTransaction(tenantId, async (tx) => {
    tx.ahead(sql`select set_config('statement_timeout', ${String(ANALYSIS_MS)}, true)`);
    const rows = await tx.many<{ name: string }>(sql`
      select name from analyze_mistaken_tables(${tenantId}) as found (name)`);
    return rows.map(({ name }) => name);
  });
