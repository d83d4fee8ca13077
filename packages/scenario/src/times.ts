const MINUTE_MS = 60_000;
export const MINUTES_PER_DAY = 24 * 60;

export const addMinutesToDate = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS);

/** Rounds up to full intervals, as appointments are made for round times. */
export const roundUpToMinuteInterval = (date: Date, minutes: number) =>
  new Date(Math.ceil(date.getTime() / (minutes * MINUTE_MS)) * minutes * MINUTE_MS);
