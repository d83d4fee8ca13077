const HOUR_MS = 3_600_000;
const MORNING = 8;

/** Until when a case is postponed, by the phone's clock. */
export const delays = {
  hour: (now: number) => now + HOUR_MS,
  hours: (now: number) => now + 3 * HOUR_MS,
  // By the calendar: 24 hours later it is the day after tomorrow, or still today, in the nights that the clocks change.
  tomorrow: (now: number) => {
    const day = new Date(now);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING).getTime();
  },
} as const;
