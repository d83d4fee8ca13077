import type { Database, Tx } from "#platform/database/database";
import { recountDeliveredCasesOfMonth } from "./delivered-cases.sql";
import {
  type MonthlyCountKind,
  deleteOldMonthlyCounts,
  insertMonthlyCountRow,
  lockStaleMonthlyCountRow,
  markMonthlyCountCurrent,
  selectStaleMonthlyCounts,
} from "./month-builds.sql";
import { recountPlacesOfMonth } from "./top-addresses.sql";

const monthCounters: Readonly<Record<MonthlyCountKind, (tx: Tx, month: string) => Promise<void>>> = {
  PLACES: recountPlacesOfMonth,
  DELIVERED: recountDeliveredCasesOfMonth,
};

/**
 * Counts months that have ended and are not counted yet, or changed since; each in its own transaction, because changes
 * of its cases wait.
 */
export async function recountStaleMonths(db: Database): Promise<number> {
  let counted = 0;
  for (const stale of await selectStaleMonthlyCounts(db.system)) {
    await db.transaction(stale.tenant_id, (tx) => insertMonthlyCountRow(tx, stale));
    await db.transaction(stale.tenant_id, async (tx) => {
      // Another node counts the month, or has just done so.
      if (!(await lockStaleMonthlyCountRow(tx, stale))) return;
      await monthCounters[stale.counted](tx, stale.month);
      await markMonthlyCountCurrent(tx, stale);
      counted++;
    });
  }
  await deleteOldMonthlyCounts(db.system);
  return counted;
}
