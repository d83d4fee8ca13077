const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Day of a moment in a time zone, such as `2026-03-02`. */
export const dayInTimeZone = (at: number, timeZone: string): string =>
  new Date(wallClockAsUtc(at, timeZone)).toISOString().slice(0, 10);

/** Function that gives the hour of the day, from 0 to 23, of a moment in a time zone. */
export function createHourOfDayFunction(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return (at) => Number(format.format(at));
}

export const subtractDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** Beginning of the day in a time zone, and of the next one: days may have 23 or 25 hours. */
export function dayBounds(day: string, timeZone: string): { readonly from: number; readonly to: number } {
  return { from: timeOfHour(day, 0, timeZone), to: timeOfHour(subtractDays(day, -1), 0, timeZone) };
}

/** Moment when the clocks of a time zone show the hour of a day. */
export function timeOfHour(day: string, hour: number, timeZone: string): number {
  const wallClock = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  // The zone's offset may differ at the moment found: with that one it is computed again.
  const first = wallClock - zoneOffsetAt(wallClock, timeZone);
  const second = wallClock - zoneOffsetAt(first, timeZone);
  // Where clocks skip the hour, the moment after the gap counts.
  return wallClockAsUtc(second, timeZone) < wallClock ? wallClock - zoneOffsetAt(second, timeZone) : second;
}

const zoneOffsetAt = (at: number, timeZone: string): number =>
  wallClockAsUtc(at, timeZone) - Math.floor(at / 1_000) * 1_000;

const NUMERIC_PARTS = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
  hourCycle: "h23",
} as const;

/**
 * Time that the clocks of a zone show, in milliseconds, as if they were those of UTC. It is put together from parts:
 * how a locale writes a date differs from browser to browser, as that of en-CA has.
 */
function wallClockAsUtc(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", { ...NUMERIC_PARTS, timeZone }).formatToParts(at);
  const part = (name: keyof typeof NUMERIC_PARTS) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
