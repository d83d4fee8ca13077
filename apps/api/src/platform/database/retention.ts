import type { Database } from "./database";
import { type Sql, sql } from "./sql";

/** Number of days for which rows of a table are kept after the time in a column; the owner of the table exports it. */
export interface RetentionRule {
  readonly table: Sql;
  readonly column: Sql;
  readonly days: number;
  /** Rows deleted by one statement; fewer than by default where many rows of other tables are deleted with each. */
  readonly rowsPerStatement?: number;
}
/** Rows deleted by one statement by default, few enough that no lock lasts. */
const DELETED_ROWS_PER_STATEMENT = 5_000;

/** Deletes rows past their retention; returns how many. */
export async function deleteExpiredRows(
  db: Database,
  now: Date,
  { table, column, days, rowsPerStatement = DELETED_ROWS_PER_STATEMENT }: RetentionRule,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await db.system.run(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${column} < ${now}::timestamptz - make_interval(days => ${days}::int) limit ${rowsPerStatement}))`);
    removed += rows;
    if (rows < rowsPerStatement) return removed;
  }
}
