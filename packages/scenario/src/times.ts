const MINUTE_MS = 60_000;
export const DAY_MINUTES = 24 * 60;

export const minutesLater = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS);

/** Rounds up to full intervals, as appointments are made for round times. */
export const roundUpToMinutes = (date: Date, minutes: number) =>
  new Date(Math.ceil(date.getTime() / (minutes * MINUTE_MS)) * minutes * MINUTE_MS);
