import { createHourOfDayFunction } from "#positions/day.ts";
import { kilometersByPartOfDay, splitTrackIntoLegs } from "#positions/track.ts";
import type { DayPositions, PositionReader } from "#work/positions/own-positions.ts";

/** One hour of the day: how far the vehicle was driven, and who has read its positions. */
export interface PositionHourSummary {
  readonly hour: number;
  /** Kilometres of the hour; undefined when no positions are stored. */
  readonly kilometers: number | undefined;
  readonly looks: readonly PositionReadAccess[];
}
/** User who has read positions in that hour, and for which purposes. */
export interface PositionReadAccess {
  readonly name: string;
  readonly purposes: readonly PositionReader["purpose"][];
}

/** Hours with positions or readers, the newest first. */
export function summarizePositionHours(
  { begin, fixes, readers }: DayPositions,
  timeZone: string,
): readonly PositionHourSummary[] {
  const hourAt = createHourOfDayFunction(timeZone);
  const driven = kilometersByPartOfDay(splitTrackIntoLegs(fixes), hourAt);
  // Where midnight is at half past, the first of these hours began on the day before.
  const hourOfLook = ({ hour }: PositionReader) => hourAt(Math.max(begin, Date.parse(hour)));
  return [...new Set([...driven.keys(), ...readers.map(hourOfLook)])]
    .toSorted((a, b) => b - a)
    .map((hour) => ({
      hour,
      kilometers: driven.get(hour),
      looks: lookupsByReader(readers.filter((reader) => hourOfLook(reader) === hour)),
    }));
}

function lookupsByReader(readers: readonly PositionReader[]): readonly PositionReadAccess[] {
  const names = [...new Set(readers.map(({ reader_name }) => reader_name))];
  return names.map((name) => ({
    name,
    purposes: readers.flatMap(({ reader_name, purpose }) => (reader_name === name ? [purpose] : [])),
  }));
}
