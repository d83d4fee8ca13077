const DAY_MS = 86_400_000;

/** `2026-03-02`, of a moment where the clocks show that zone's time. */
export const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at);

/** The hour of the day, from 0 to 23, of every moment that is asked for. */
export function hoursIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return (at) => Number(format.format(at));
}

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** When the day begins there, and when the next one does: days have 23 and 25 hours, too. */
export function boundsOf(day: string, timeZone: string): { readonly from: number; readonly to: number } {
  return { from: beginOf(day, timeZone), to: beginOf(dayBefore(day, -1), timeZone) };
}

function beginOf(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // What the clocks there are ahead by is another at the moment that is looked for: from there it is looked at once more.
  const first = midnight - aheadAt(midnight, timeZone);
  return midnight - aheadAt(first, timeZone);
}

function aheadAt(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;
}
