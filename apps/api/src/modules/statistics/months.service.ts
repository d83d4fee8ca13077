import type { Database, Tx } from "#platform/database/database";
import { countDeliveredOfMonth } from "./delivered-cases.sql";
import {
  type MonthlyCountKind,
  deleteOldMonthCounts,
  insertMonthBuild,
  lockMonthBuild,
  markMonthBuilt,
  selectStaleMonths,
} from "./month-builds.sql";
import { countPlacesOfMonth } from "./top-addresses.sql";

const monthCounters: Readonly<Record<MonthlyCountKind, (tx: Tx, month: string) => Promise<void>>> = {
  PLACES: countPlacesOfMonth,
  DELIVERED: countDeliveredOfMonth,
};

/**
 * Counts months that have ended and are not counted yet, or changed since; each in its own transaction, because changes
 * of its cases wait.
 */
export async function countStaleMonths(db: Database): Promise<number> {
  let counted = 0;
  for (const stale of await selectStaleMonths(db.system)) {
    await db.transaction(stale.tenant_id, (tx) => insertMonthBuild(tx, stale));
    await db.transaction(stale.tenant_id, async (tx) => {
      // Another node counts the month, or has just done so.
      if (!(await lockMonthBuild(tx, stale))) return;
      await monthCounters[stale.counted](tx, stale.month);
      await markMonthBuilt(tx, stale);
      counted++;
    });
  }
  await deleteOldMonthCounts(db.system);
  return counted;
}
