const MINUTE = 60_000;
export const DAY_MINUTES = 24 * 60;

export const later = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE);

/** Rounds up to full intervals, as appointments are made for round times. */
export const roundUp = (date: Date, minutes: number) =>
  new Date(Math.ceil(date.getTime() / (minutes * MINUTE)) * minutes * MINUTE);
