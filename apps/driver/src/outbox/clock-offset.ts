import type { DriverDatabase } from "#storage/database.ts";

/**
 * Smallest offset in milliseconds between this phone's clock and the server's that counts; an answer's `Date` has whole
 * seconds only.
 */
const OFFSET_MS_MIN = 2_000;
const OFFSET_ROW = "clock offset";

/** Offset from an answer's `Date`; undefined when it has none. */
export function clockOffsetFromDateHeader(date: string | null, now: number): number | undefined {
  const difference = date === null ? Number.NaN : Date.parse(date) - now;
  if (!Number.isFinite(difference)) return undefined;
  return Math.abs(difference) < OFFSET_MS_MIN ? 0 : difference;
}

/** Reads the last known offset, for the service worker, which has no answer of its own yet. */
export async function readClockOffset(db: DriverDatabase): Promise<number | undefined> {
  return (await db.meta.get(OFFSET_ROW))?.value as number | undefined;
}

/** Stores an offset, unless it is within two seconds of the stored one: whole seconds jitter. */
export async function storeClockOffset(db: DriverDatabase, offset: number) {
  const known = await readClockOffset(db);
  if (known === undefined || Math.abs(offset - known) >= OFFSET_MS_MIN)
    await db.meta.put({ name: OFFSET_ROW, value: offset });
}
