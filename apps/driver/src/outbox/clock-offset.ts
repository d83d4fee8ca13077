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

/** Reads the last known offset: a phone that starts without network shows times by it, but fixes none. */
export async function readClockOffset(db: DriverDatabase): Promise<number | undefined> {
  return (await db.meta.get(OFFSET_ROW))?.value as number | undefined;
}

/** Stores an offset, unless it is within two seconds of the stored one: whole seconds jitter. */
export async function storeClockOffset(db: DriverDatabase, offset: number) {
  const known = await readClockOffset(db);
  if (known === undefined || Math.abs(offset - known) >= OFFSET_MS_MIN)
    await db.meta.put({ name: OFFSET_ROW, value: offset });
}

interface ClockReading {
  /** Time by the clock that people see, and can set. */
  readonly wall: number;
  /** Time by a clock that only ever goes on; it counts from anywhere. */
  readonly monotonic: number;
}

/** Reading of both clocks of this phone. */
export const readClocks = (): ClockReading => ({ wall: Date.now(), monotonic: performance.now() });

/** Longest time in milliseconds between a request and its answer, for an answer that replaces a certain offset. */
const ANSWER_MS_MAX = 3_000;
/** The same while no offset is certain: over a slow network a time that is seconds off is better than none. */
const FIRST_ANSWER_MS_MAX = 20_000;

/**
 * Whether an answer came soon enough for its `Date` to tell the offset. A phone that sleeps gets answers late, with a
 * `Date` from before; either clock alone may not show it, as one can be set and the other may stop meanwhile.
 */
export function isAnswerInTime(asked: ClockReading, answered: ClockReading, isOffsetCertain: boolean): boolean {
  const took = Math.max(Math.abs(answered.wall - asked.wall), answered.monotonic - asked.monotonic);
  return took <= (isOffsetCertain ? ANSWER_MS_MAX : FIRST_ANSWER_MS_MAX);
}

/** Smallest jump in milliseconds that counts: the two clocks run apart by themselves, a second in hours at most. */
const CLOCK_JUMP_MS_MIN = 5_000;

/**
 * Function that gives the milliseconds by which the phone's clock was set since its last call, 0 for none. Below zero
 * it was set back for certain. Above zero the phone may as well have slept, because on some systems the monotonic
 * clock stops meanwhile. A clock set back by just as long as the phone has slept stays unseen.
 */
export function createClockJumpDetector(read: () => ClockReading): () => number {
  const lead = () => {
    const { wall, monotonic } = read();
    return wall - monotonic;
  };
  let known = lead();
  return () => {
    const before = known;
    known = lead();
    const jump = Math.round(known - before);
    return Math.abs(jump) < CLOCK_JUMP_MS_MIN ? 0 : jump;
  };
}

interface StampedTime {
  readonly at: number;
  /** Offset that was certain when the time was taken; null where none was. */
  readonly offset: number | null;
}

/**
 * The server's time of what was done at a time of this phone's clock. By an offset of its own it is certain. Without one
 * it is never after the present: what was done before the phone's clock was set, and is sent after it, would be refused
 * as in the future.
 * @param clock the phone's time now, and an offset that is certain
 */
export const serverTimeOfStamp = (
  { at, offset }: StampedTime,
  clock: { readonly now: number; readonly offset: number },
) => (offset === null ? Math.min(at, clock.now) + clock.offset : at + offset);
