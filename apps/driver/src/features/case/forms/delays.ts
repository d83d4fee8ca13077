import { dayInTimeZone, subtractDays, timeOfHour } from "#positions/day.ts";

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 8;

/** Times until which a case may be postponed: `now` by the server's clock, mornings by the company's time zone. */
export const postponeTimeFunctions = {
  hour: (now: number) => now + HOUR_MS,
  hours: (now: number) => now + 3 * HOUR_MS,
  // By the calendar: in nights when the clocks change, 24 hours later may be the day after tomorrow, or still today.
  tomorrow: (now: number, timeZone: string) =>
    timeOfHour(subtractDays(dayInTimeZone(now, timeZone), -1), MORNING_HOUR, timeZone),
} as const;
