import { hoursIn } from "#positions/day.ts";
import { kilometersBy, legsOf } from "#positions/track.ts";
import type { DayPositions, Reader } from "#work/positions/own-positions.ts";

/** One hour of the day: how far the vehicle was driven, and who has read its positions. */
export interface DayHour {
  readonly hour: number;
  /** Kilometres of the hour; undefined when no positions are stored. */
  readonly kilometers: number | undefined;
  readonly looks: readonly Look[];
}
/** User who has read positions in that hour, and for which purposes. */
export interface Look {
  readonly name: string;
  readonly purposes: readonly Reader["purpose"][];
}

/** Hours with positions or readers, the newest first. */
export function hoursOf({ fixes, readers }: DayPositions, timeZone: string): readonly DayHour[] {
  const hourAt = hoursIn(timeZone);
  const driven = kilometersBy(legsOf(fixes), hourAt);
  const hourOfLook = ({ hour }: Reader) => hourAt(Date.parse(hour));
  return [...new Set([...driven.keys(), ...readers.map(hourOfLook)])]
    .toSorted((a, b) => b - a)
    .map((hour) => ({
      hour,
      kilometers: driven.get(hour),
      looks: looksOf(readers.filter((reader) => hourOfLook(reader) === hour)),
    }));
}

function looksOf(readers: readonly Reader[]): readonly Look[] {
  const names = [...new Set(readers.map(({ reader_name }) => reader_name))];
  return names.map((name) => ({
    name,
    purposes: readers.flatMap(({ reader_name, purpose }) => (reader_name === name ? [purpose] : [])),
  }));
}
