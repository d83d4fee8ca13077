import { dayInTimeZone } from "#positions/day.ts";

const EARLY_TOUR_MS = 60 * 60_000;

/** Window of tours that a phone may hold: those of this day, and of the next one those that begin within the hour. */
export function tourWindowOnPhone(now: number, timeZone: string): { readonly from: string; readonly to: string } {
  const today = dayInTimeZone(now, timeZone);
  const soon = now + EARLY_TOUR_MS;
  return { from: today, to: dayInTimeZone(soon, timeZone) === today ? today : new Date(soon).toISOString() };
}
