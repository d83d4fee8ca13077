import { hoursIn } from "#positions/day.ts";
import { kilometersBy, legsOf } from "#positions/track.ts";
import type { DayPositions, Reader } from "#work/positions/own-positions.ts";

/** One hour of the day: how far it was driven, and who has looked at where. */
export interface DayHour {
  readonly hour: number;
  /** Undefined: nothing is kept of it. */
  readonly kilometers: number | undefined;
  readonly looks: readonly Look[];
}
/** Somebody who has looked in that hour, and what for. */
export interface Look {
  readonly name: string;
  readonly purposes: readonly Reader["purpose"][];
}

/** The hours of which there is anything to tell, the newest first. */
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
