import type { DriverDatabase } from "#storage/database.ts";

/** What to add to this phone's clock for the server's; an answer's `Date` knows whole seconds alone. */
const OFFSET_MS_MIN = 2_000;
const NAME = "clock offset";

/** Undefined: the answer does not say. */
export function offsetOf(date: string | null, now: number): number | undefined {
  const difference = date === null ? Number.NaN : Date.parse(date) - now;
  if (!Number.isFinite(difference)) return undefined;
  return Math.abs(difference) < OFFSET_MS_MIN ? 0 : difference;
}

/** As it was learnt last: what runs without a page has asked nobody yet. */
export async function readOffset(db: DriverDatabase): Promise<number | undefined> {
  return (await db.meta.get(NAME))?.value as number | undefined;
}

/** Whole seconds come and go: only what differs by more is written. */
export async function keepOffset(db: DriverDatabase, offset: number) {
  const known = await readOffset(db);
  if (known === undefined || Math.abs(offset - known) >= OFFSET_MS_MIN)
    await db.meta.put({ name: NAME, value: offset });
}
