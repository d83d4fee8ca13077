import { Temporal } from "./temporal.ts";
import { lastSignedInTenantStore } from "../api/session.ts";

/**
 * Time zone of the tenant, in which all times are shown and typed, wherever the dispatcher is. Instants are RFC 3339
 * text.
 */
export const tenantTimeZone = () => lastSignedInTenantStore.get()?.timezone ?? "Europe/Vienna";

const CLOCK_FORMAT = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY_FORMAT = { day: "2-digit", month: "2-digit" } as const;

/** Formatter for each form, language and zone, cached: it is expensive to create and cheap to use. */
function cachedFormatter(options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (instant: string | number, locale: string): string => {
    const key = `${locale} ${tenantTimeZone()}`;
    // Users with English texts are in Europe too, where the day comes before the month.
    const region = locale === "en" ? "en-GB" : locale;
    const format = known.get(key) ?? new Intl.DateTimeFormat(region, { ...options, timeZone: tenantTimeZone() });
    known.set(key, format);
    return format.format(typeof instant === "number" ? instant : Date.parse(instant));
  };
}
export const formatClock = cachedFormatter(CLOCK_FORMAT);
export const formatDayAndClock = cachedFormatter({ ...DAY_FORMAT, ...CLOCK_FORMAT });
export const formatWeekdayAndDay = cachedFormatter({ weekday: "short", ...DAY_FORMAT });

/** The tenant's calendar day at an instant, as `2026-11-21`. */
export const localDayOf = (instant: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(tenantTimeZone()).toPlainDate().toString();

/** Clock time of an instant, with its day unless that is the day of the other instant, mostly now. */
export const formatClockOrDay = (instant: string | number, other: number, locale: string): string => {
  const at = typeof instant === "number" ? instant : Date.parse(instant);
  return (localDayOf(at) === localDayOf(other) ? formatClock : formatDayAndClock)(at, locale);
};

/** First instants of every hour from the start of a day over so many days: 23 or 25 in a day when clocks change. */
export function hourStartsOf(day: string, days: number): number[] {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(tenantTimeZone());
  const end = start.add({ days }).epochMilliseconds;
  const hours: number[] = [];
  for (let at = start.epochMilliseconds; at < end; at += 3_600_000) hours.push(at);
  return hours;
}

/** The first instant of a day and that of the day `days` later, in milliseconds. */
export function dayBounds(day: string, days: number): { from: number; to: number } {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(tenantTimeZone());
  return { from: start.epochMilliseconds, to: start.add({ days }).epochMilliseconds };
}

export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Value of a date and time field (`2026-11-21T09:30`) for an instant, and back. */
export const instantToDateTimeField = (instant: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(tenantTimeZone())
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
export const dateTimeFieldToInstant = (text: string): string =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(tenantTimeZone()).toInstant().toString();

/**
 * Instant of a field's text that may still be the one that showed an instant: then it is that, to the minute, also in
 * the hour that comes twice, where the text alone means the earlier one.
 */
export const shownOrTypedInstant = (text: string, shown: string): string =>
  text === instantToDateTimeField(shown)
    ? Temporal.Instant.from(shown).round({ smallestUnit: "minute", roundingMode: "floor" }).toString()
    : dateTimeFieldToInstant(text);
