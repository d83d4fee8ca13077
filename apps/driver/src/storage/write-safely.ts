import type { Dexie } from "dexie";

/** Browsers close a database when storage is short or the page was asleep: opened again, the same write goes in, once. */
export async function writeSafely<T>(db: Dexie, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch {
    db.close({ disableAutoOpen: false });
    await db.open();
    return write();
  }
}
