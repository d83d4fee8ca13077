/**
 * Local times of a place. Texts are as PostgreSQL and RFC 3339 write them: dates `2026-11-23`, local times without a
 * zone `2026-11-23T22:00:00`, moments in UTC `2026-11-23T21:00:00Z`.
 */
import { Temporal } from "temporal-polyfill";

type LocalDay = string;
type LocalTime = string;

/** Local time at a moment, to the second. */
export const localTimeAt = (moment: string | Date, zone: string): LocalTime =>
  zonedDateTimeOf(moment, zone).toPlainDateTime().toString({ smallestUnit: "second" });

const zonedDateTimeOf = (moment: string | Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(new Date(moment).getTime())
    .round({ smallestUnit: "second", roundingMode: "floor" })
    .toZonedDateTimeISO(zone);

/**
 * Whether a day begins with that second: at the first midnight where clocks show it twice, later where they skip it.
 */
export function isFirstSecondOfLocalDay(moment: string | Date, zone: string): boolean {
  const second = zonedDateTimeOf(moment, zone);
  return second.equals(second.startOfDay());
}

export const localDayAt = (moment: string | Date, zone: string): LocalDay => dayOfLocalTime(localTimeAt(moment, zone));
export const dayOfLocalTime = (local: LocalTime): LocalDay => local.slice(0, 10);
export const midnightOf = (day: LocalDay): LocalTime => `${day}T00:00:00`;

export const addDays = (day: LocalDay, days: number): LocalDay => Temporal.PlainDate.from(day).add({ days }).toString();

/** Seconds between two local times by the clock: a night shift ends at six, however long the night. */
export function localSecondsBetween(from: LocalTime, to: LocalTime): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1000;
}

export const addLocalSeconds = (local: LocalTime, seconds: number): LocalTime =>
  new Date(Date.parse(`${local}Z`) + seconds * 1000).toISOString().slice(0, 19);
