import { Temporal } from "./temporal.ts";
import { tenant } from "../api/session.ts";

/**
 * Time zone of the tenant, in which all times are shown and typed, wherever the dispatcher is. Instants are RFC 3339
 * text.
 */
export const zone = () => tenant.get()?.timezone ?? "Europe/Vienna";

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { day: "2-digit", month: "2-digit" } as const;

/** Formatter for each form, language and zone, cached: it is expensive to create and cheap to use. */
function formatter(options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (instant: string | number, locale: string): string => {
    const key = `${locale} ${zone()}`;
    // Users with English texts are in Europe too, where the day comes before the month.
    const region = locale === "en" ? "en-GB" : locale;
    const format = known.get(key) ?? new Intl.DateTimeFormat(region, { ...options, timeZone: zone() });
    known.set(key, format);
    return format.format(typeof instant === "number" ? instant : Date.parse(instant));
  };
}
export const clock = formatter(CLOCK);
export const dayAndClock = formatter({ ...DAY, ...CLOCK });
export const dayName = formatter({ weekday: "short", ...DAY });

/** The tenant's calendar day at an instant, as `2026-11-21`. */
export const dayOf = (instant: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone()).toPlainDate().toString();

/** First instants of every hour from the start of a day over so many days: 23 or 25 in a day when clocks change. */
export function hoursOf(day: string, days: number): number[] {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone());
  const end = start.add({ days }).epochMilliseconds;
  const hours: number[] = [];
  for (let at = start.epochMilliseconds; at < end; at += 3_600_000) hours.push(at);
  return hours;
}

/** The first instants of a day and of the one that is `days` later, in milliseconds. */
export function boundsOf(day: string, days: number): { from: number; to: number } {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone());
  return { from: start.epochMilliseconds, to: start.add({ days }).epochMilliseconds };
}

export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Value of a date and time field (`2026-11-21T09:30`) for an instant, and back. */
export const toLocalField = (instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone()).toPlainDateTime().toString({ smallestUnit: "minute" });
export const fromLocalField = (text: string): string =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(zone()).toInstant().toString();
