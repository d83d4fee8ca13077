import { Temporal } from "temporal-polyfill";

/** From a moment on the clock on the wall is so far ahead of UTC; both in milliseconds. */
export interface Offset {
  readonly since: number;
  readonly ahead: number;
}

/** All changes to and from summer time between two moments; the first holds from ever on. */
export function offsetsOf(zone: string, from: Date, to: Date): readonly Offset[] {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    from.getTime() - 2 * DAY,
  ).toZonedDateTimeISO(zone);
  const offsets: Offset[] = [];
  while (at !== null && at.epochMilliseconds < to.getTime() + 2 * DAY) {
    const since = offsets.length === 0 ? Number.NEGATIVE_INFINITY : at.epochMilliseconds;
    offsets.push({ since, ahead: at.offsetNanoseconds / 1_000_000 });
    at = at.getTimeZoneTransition("next");
  }
  return offsets;
}

/**
 * When the clock shows this, `2026-11-23T22:00:00`. A time that a change of the clocks leaves out moves on by what is left
 * out, of one that comes twice it is the first (RFC 5545, 3.3.5).
 */
export function momentOn(offsets: readonly Offset[], local: string): Date {
  const shown = Date.parse(`${local}Z`);
  const until = (index: number) => offsets[index + 1]?.since ?? Number.POSITIVE_INFINITY;
  let moment = Number.NaN;
  for (const [index, { since, ahead }] of offsets.entries()) {
    if (shown - ahead < since) break;
    moment = shown - ahead;
    if (moment < until(index)) break;
  }
  return new Date(moment);
}

/**
 * The clock on the wall of a zone over some time, with all the changes to and from summer time in it: to ask the zone about
 * each of some hundred occurrences takes ten times as long.
 */
export class WallClock {
  private readonly offsets: readonly Offset[];

  /** Right for local times from `from` to `to`, a day before and after included. */
  constructor(zone: string, from: Date, to: Date) {
    this.offsets = offsetsOf(zone, from, to);
  }

  momentOf(local: string): Date {
    return momentOn(this.offsets, local);
  }
}

const DAY = 86_400_000;
