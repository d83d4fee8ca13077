import { IDEMPOTENCY_DAYS } from "@leitstand/contract/operation/limits";
import type { Database } from "../database/database";
import { type Sql, sql } from "../database/sql";

/**
 * How long the platform keeps what has done its work. Idempotency: the window that is promised; challenges and counters: past
 * any waiting time; tokens: long enough to be told "expired" instead of "invalid"; messages, failed jobs and what partners are told: a month to
 * look into.
 */
const registers: readonly { readonly table: Sql; readonly column: Sql; readonly days: number }[] = [
  { table: sql`idempotency_records`, column: sql`created_at`, days: IDEMPOTENCY_DAYS },
  { table: sql`challenges`, column: sql`expires_at`, days: 2 },
  { table: sql`tokens`, column: sql`expires_at`, days: 30 },
  { table: sql`outbox_messages`, column: sql`created_at`, days: 30 },
  { table: sql`jobs`, column: sql`failed_at`, days: 30 },
  { table: sql`queued_events`, column: sql`created_at`, days: 30 },
];
/** Short statements, so that no lock lasts and the event log's horizon is not held back. */
const BATCH = 5_000;

/** Deletes what is older than its register allows; answers how many rows that were. */
export async function trimRegisters(db: Database, now: Date): Promise<number> {
  let removed = 0;
  for (const { table, column, days } of registers) {
    for (;;) {
      const rows = await db.system.run(sql`
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${column} < ${now}::timestamptz - make_interval(days => ${days}::int) limit ${BATCH}))`);
      removed += rows;
      if (rows < BATCH) break;
    }
  }
  return removed;
}
