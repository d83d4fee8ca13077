import type { Dexie } from "dexie";

/**
 * Writes again, once, after the browser has closed the database: it does so when storage is short or the page was
 * asleep.
 */
export async function writeWithOneRetry<T>(db: Dexie, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch {
    db.close({ disableAutoOpen: false });
    await db.open();
    return write();
  }
}
