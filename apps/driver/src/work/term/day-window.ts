import { dayOf } from "#positions/day.ts";

const SOON_MS = 60 * 60_000;

/** Window of tours that a phone may hold: those of this day, and of the next one those that begin within the hour. */
export function dayWindow(now: number, timeZone: string): { readonly from: string; readonly to: string } {
  const today = dayOf(now, timeZone);
  const soon = now + SOON_MS;
  return { from: today, to: dayOf(soon, timeZone) === today ? today : new Date(soon).toISOString() };
}
