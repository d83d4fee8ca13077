const DAY_MS = 86_400_000;

/** Day of a moment in a time zone, such as `2026-03-02`. */
export const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at);

/** Function that gives the hour of the day, from 0 to 23, of a moment in a time zone. */
export function hoursIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return (at) => Number(format.format(at));
}

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** Begin of the day in a time zone, and of the next one: days may have 23 or 25 hours. */
export function boundsOf(day: string, timeZone: string): { readonly from: number; readonly to: number } {
  return { from: beginOf(day, timeZone), to: beginOf(dayBefore(day, -1), timeZone) };
}

function beginOf(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The zone's offset may differ at the moment found: with that one it is computed again.
  const first = midnight - aheadAt(midnight, timeZone);
  return midnight - aheadAt(first, timeZone);
}

function aheadAt(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;
}
