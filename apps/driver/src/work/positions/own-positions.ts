/**
 * The driver's own stored positions, and who has read them. They are fetched for the moment and not stored on the
 * phone.
 */
import { LOCATION_READERS_LISTED_MAX } from "@leitstand/contract/fleet/position-term";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { dayBounds } from "#positions/day.ts";
import type { TrackFix } from "#positions/track.ts";
import { api } from "../api.ts";

export type PositionReader = AnswerOf<Operations["getOwnLocationReaders"]>[number];

export interface DayPositions {
  /** When the day began. */
  readonly begin: number;
  readonly fixes: readonly TrackFix[];
  readonly readers: readonly PositionReader[];
}

export async function fetchDayPositions(day: string, timeZone: string): Promise<DayPositions> {
  const [fixes, readers] = await Promise.all([fetchTrackFixes(day, timeZone), fetchPositionReaders(day, timeZone)]);
  return { begin: dayBounds(day, timeZone).from, fixes, readers };
}

const HOUR_MS = 3_600_000;

/** Users who read positions on that day, the newest first. An hour in which the day begins or ends belongs to it. */
export async function fetchPositionReaders(day: string, timeZone: string): Promise<readonly PositionReader[]> {
  const { from, to } = dayBounds(day, timeZone);
  const readers: PositionReader[] = [];
  for (let end = to; ; ) {
    const rows = await api.getOwnLocationReaders({
      from: new Date(from).toISOString(),
      to: new Date(end - 1).toISOString(),
    });
    const oldest = rows.at(-1)?.hour;
    const isComplete = rows.length < LOCATION_READERS_LISTED_MAX || oldest === undefined || oldest === rows[0]?.hour;
    if (isComplete) return [...readers, ...rows];
    // Of its oldest hour a full answer may lack rows: they are all asked for again.
    readers.push(...rows.filter(({ hour }) => hour !== oldest));
    end = Date.parse(oldest) + HOUR_MS;
  }
}

/** Maximum number of rows of one answer. */
const FIXES_PER_ANSWER_MAX = 10_000;
const FIXES_WINDOW_MS = 24 * HOUR_MS;

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
