import type { Database, Tx } from "#platform/database/database";
import { countDelivered } from "./delivered-cases.sql";
import {
  type CountKind,
  deleteOldMonths,
  insertBuild,
  lockBuild,
  markBuilt,
  selectStaleMonths,
} from "./month-builds.sql";
import { countPlaces } from "./top-addresses.sql";

const count: Readonly<Record<CountKind, (tx: Tx, month: string) => Promise<void>>> = {
  PLACES: countPlaces,
  DELIVERED: countDelivered,
};

/**
 * Counts months that have ended and are not counted yet, or changed since; each in its own transaction, because changes
 * of its cases wait.
 */
export async function countMonths(db: Database): Promise<number> {
  let counted = 0;
  for (const stale of await selectStaleMonths(db.system)) {
    await db.transaction(stale.tenant_id, (tx) => insertBuild(tx, stale));
    await db.transaction(stale.tenant_id, async (tx) => {
      // Another node counts the month, or has just done so.
      if (!(await lockBuild(tx, stale))) return;
      await count[stale.counted](tx, stale.month);
      await markBuilt(tx, stale);
      counted++;
    });
  }
  await deleteOldMonths(db.system);
  return counted;
}
