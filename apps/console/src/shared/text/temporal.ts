import type { Temporal as Polyfill } from "temporal-polyfill";

const nativeTemporal = (globalThis as { Temporal?: typeof Polyfill }).Temporal;

/** Days and instants of the language standard; the polyfill is loaded only in browsers that lack them. */
export const Temporal: typeof Polyfill = nativeTemporal ?? (await import("temporal-polyfill")).Temporal;

export type PlainDate = Polyfill.PlainDate;
export type PlainTime = Polyfill.PlainTime;
export type ZonedDateTime = Polyfill.ZonedDateTime;

/** Whether a text is a day of the calendar with a year of four digits, as `2026-11-21`. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && canBeRead(() => Temporal.PlainDate.from(text));

/**
 * Whether the text of a date and time field is a time, as `2026-11-21T09:30`. Browsers let years of up to six digits
 * through, which are none.
 */
export const isDateTimeFieldReadable = (text: string): boolean => canBeRead(() => Temporal.PlainDateTime.from(text));

function canBeRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
