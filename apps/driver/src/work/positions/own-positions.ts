/**
 * The driver's own stored positions, and who has read them. They are fetched for the moment and not stored on the
 * phone.
 */
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { dayBounds, dayInTimeZone } from "#positions/day.ts";
import type { TrackFix } from "#positions/track.ts";
import { api } from "../api.ts";

export type PositionReader = AnswerOf<Operations["getOwnLocationReaders"]>[number];

export interface DayPositions {
  readonly fixes: readonly TrackFix[];
  readonly readers: readonly PositionReader[];
}

export async function fetchDayPositions(day: string, timeZone: string): Promise<DayPositions> {
  const [fixes, readers] = await Promise.all([fetchTrackFixes(day, timeZone), fetchPositionReaders(day, timeZone)]);
  return { fixes, readers };
}

/** Users who read positions on that day, the newest first. */
export async function fetchPositionReaders(day: string, timeZone: string): Promise<readonly PositionReader[]> {
  const readers = await api.getOwnLocationReaders();
  return readers.filter(({ hour }) => dayInTimeZone(Date.parse(hour), timeZone) === day);
}

/** Maximum number of rows of one answer. */
const FIXES_PER_ANSWER_MAX = 10_000;
const FIXES_WINDOW_MS = 24 * 3_600_000;

async function fetchTrackFixes(day: string, timeZone: string): Promise<readonly TrackFix[]> {
  const { from, to } = dayBounds(day, timeZone);
  const fixes: TrackFix[] = [];
  for (let begin = from; begin < to; ) {
    const end = Math.min(begin + FIXES_WINDOW_MS, to);
    const rows = await api.getOwnLocations({
      from: new Date(begin).toISOString(),
      to: new Date(end - 1).toISOString(),
    });
    fixes.push(...rows.map(({ lat, lon, time }) => ({ lat, lon, at: Date.parse(time) })));
    const last = fixes.at(-1)?.at ?? end;
    begin = rows.length < FIXES_PER_ANSWER_MAX ? end : Math.max(last, begin + 1);
  }
  return fixes;
}
