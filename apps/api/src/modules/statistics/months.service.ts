import { FailureCollector } from "#platform/background/failure-collector";
import type { Database, Tx } from "#platform/database/database";
import { recountDeliveredCasesOfMonth } from "./delivered-cases.sql";
import {
  type MonthlyCountKind,
  deleteOldMonthlyCounts,
  insertMonthlyCountRow,
  lockStaleMonthlyCountRow,
  markMonthlyCountCurrent,
  type MonthToCount,
  selectStaleMonthlyCounts,
} from "./month-builds.sql";
import { recountPlacesOfMonth } from "./top-addresses.sql";

const monthCounters: Readonly<Record<MonthlyCountKind, (tx: Tx, month: string) => Promise<void>>> = {
  PLACES: recountPlacesOfMonth,
  DELIVERED: recountDeliveredCasesOfMonth,
};

/**
 * Counts months that have ended and are not counted yet, or changed since; each in its own transaction, because changes
 * of its cases wait. A month that cannot be counted does not keep the others from being counted.
 */
export async function recountStaleMonths(db: Database): Promise<number> {
  let counted = 0;
  const failures = new FailureCollector();
  for (const stale of await selectStaleMonthlyCounts(db.system)) {
    const { tenant_id, month } = stale;
    const isCounted = await failures.attempt(`The month ${month} of the tenant ${tenant_id} cannot be counted.`, () =>
      recountStaleMonth(db, stale),
    );
    if (isCounted) counted++;
  }
  await failures.attempt("Old counts of months cannot be deleted.", () => deleteOldMonthlyCounts(db.system));
  failures.throwCollected();
  return counted;
}

async function recountStaleMonth(db: Database, stale: MonthToCount): Promise<boolean> {
  await db.transaction(stale.tenant_id, (tx) => insertMonthlyCountRow(tx, stale));
  return db.transaction(stale.tenant_id, async (tx) => {
    // Another node counts the month, or has just done so.
    if (!(await lockStaleMonthlyCountRow(tx, stale))) return false;
    await monthCounters[stale.counted](tx, stale.month);
    await markMonthlyCountCurrent(tx, stale);
    return true;
  });
}
