const HOUR_MS = 3_600_000;
const MORNING_HOUR = 8;

/** Times until which a case may be postponed, by the phone's clock. */
export const postponeTimeFunctions = {
  hour: (now: number) => now + HOUR_MS,
  hours: (now: number) => now + 3 * HOUR_MS,
  // By the calendar: in nights when the clocks change, 24 hours later may be the day after tomorrow, or still today.
  tomorrow: (now: number) => {
    const day = new Date(now);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING_HOUR).getTime();
  },
} as const;
