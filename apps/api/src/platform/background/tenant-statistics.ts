import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { FailureCollector } from "./failure-collector";

/** Time limit of one analysis: the largest tables take some seconds, which is longer than other statements may take. */
const ANALYSIS_TIMEOUT_MS = 60_000;

/**
 * Analyses, after many writes for one tenant, the tables in which the planner expects far fewer rows of it than there
 * are, so that connections plan their statements again. Does nothing where the statistics are good enough. A failure
 * here does not undo the writes: housekeeping tries again, and reports it. Returns the tables.
 */
export const analyzeTenantTables = (db: Database, tenantId: string): Promise<string[]> =>
  analyzeMistakenTables(db, tenantId).catch(() => []);

/**
 * Updates the planner's statistics of all tenants, one after the other; also of those that grow call by call, for which
 * PostgreSQL does not analyse by itself. A tenant whose tables cannot be analysed does not keep the others from it.
 */
export async function analyzeAllTenants(db: Database): Promise<string[]> {
  const tenants = await db.system.many<{ id: string }>(sql`select id from tenants order by id`);
  const names: string[] = [];
  const failures = new FailureCollector();
  for (const { id } of tenants)
    names.push(
      ...((await failures.attempt(`The tables of the tenant ${id} cannot be analysed.`, () =>
        analyzeMistakenTables(db, id),
      )) ?? []),
    );
  failures.throwCollected();
  return names;
}

const analyzeMistakenTables = (db: Database, tenantId: string): Promise<string[]> =>
  db.systemTransaction(tenantId, async (tx) => {
    tx.runBeforeNext(sql`select set_config('statement_timeout', ${String(ANALYSIS_TIMEOUT_MS)}, true)`);
    const rows = await tx.many<{ name: string }>(sql`
      select name from analyze_mistaken_tables(${tenantId}) as found (name)`);
    return rows.map(({ name }) => name);
  });
