import { Temporal } from "temporal-polyfill";

/** Offset of a local clock from UTC since a moment; both in milliseconds. */
export interface UtcOffsetSince {
  readonly since: number;
  readonly ahead: number;
}

/** All changes to and from summer time between two moments; the first offset also holds for all time before. */
export function listUtcOffsets(zone: string, from: Date, to: Date): readonly UtcOffsetSince[] {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    from.getTime() - 2 * DAY_MS,
  ).toZonedDateTimeISO(zone);
  const offsets: UtcOffsetSince[] = [];
  while (at !== null && at.epochMilliseconds < to.getTime() + 2 * DAY_MS) {
    const since = offsets.length === 0 ? Number.NEGATIVE_INFINITY : at.epochMilliseconds;
    offsets.push({ since, ahead: at.offsetNanoseconds / 1_000_000 });
    at = at.getTimeZoneTransition("next");
  }
  return offsets;
}

/**
 * Moment at which the clock shows a local time, `2026-11-23T22:00:00`. A time that a change of the clocks skips is
 * moved on by the skipped time; of a repeated time it is the first (RFC 5545, 3.3.5).
 */
export function momentOfLocalTime(offsets: readonly UtcOffsetSince[], local: string): Date {
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
 * Clock of a zone over some time, with all changes to and from summer time in it: asking the zone about each of some
 * hundred occurrences takes ten times as long.
 */
export class ZoneClock {
  private readonly offsets: readonly UtcOffsetSince[];

  /** Builds the clock; it is right for local times from `from` to `to`, a day before and after included. */
  constructor(zone: string, from: Date, to: Date) {
    this.offsets = listUtcOffsets(zone, from, to);
  }

  momentOf(local: string): Date {
    return momentOfLocalTime(this.offsets, local);
  }
}

const DAY_MS = 86_400_000;
