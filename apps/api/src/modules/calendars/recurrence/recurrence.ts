import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { addDays, addLocalSeconds, midnightOf, dayOfLocalTime, localDayAt, localSecondsBetween } from "./local-time";
import { type RecurrenceRuleFromDay, moveRuleStartForward } from "./later-start";
import { parseRecurrenceRule, type RecurrenceRule } from "./recurrence-rule";
import { ZoneClock } from "./wall-clock";
import type { EventOccurrence, EventSeries } from "../series";

/** Days on which occurrences begin, both included. */
interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Occurrences that begin on these days, in order. */
export function listOccurrences(series: EventSeries, days: DayRange): EventOccurrence[] {
  const rule = parsedRuleOf(series);
  const dates = occurrenceDatesOf(series, days);
  const [earliest, latest] = [dates[0], dates.at(-1)];
  if (earliest === undefined || latest === undefined) return [];
  const { start_local, end_local, timezone } = series;
  const length = localSecondsBetween(start_local, end_local);
  const time = start_local.slice(10);
  const clock = new ZoneClock(
    timezone,
    utcMidnightOf(earliest),
    utcMidnightOf(addDays(latest, Math.ceil(length / DAY_SECONDS) + 1)),
  );
  const occurrences = dates.map((date): EventOccurrence => {
    const start = `${date}${time}`;
    const starts_at = clock.momentOf(start);
    const ends_at = clock.momentOf(addLocalSeconds(start, length));
    // A start that a change of the clocks moves on may pass its end.
    return { date, starts_at, ends_at: ends_at > starts_at ? ends_at : new Date(starts_at.getTime() + length * 1000) };
  });
  const until = rule?.until?.endsWith("Z") ? parseUntilMoment(rule.until) : undefined;
  return until ? occurrences.filter(({ starts_at }) => starts_at <= until) : occurrences;
}

/** Whether the series has no occurrence after a day. */
export function hasSeriesEndedBy(series: EventSeries, day: string): boolean {
  const rule = parsedRuleOf(series);
  if (rule === null) return true;
  if (rule.count !== null)
    return occurrenceDatesOf(series, { from: dayOfLocalTime(series.start_local), to: day }).length >= rule.count;
  return rule.until !== null && lastDayOfRule(rule, series.timezone) <= day;
}

const DAY_SECONDS = 86_400;
const utcMidnightOf = (day: string) => new Date(`${midnightOf(day)}Z`);

function parsedRuleOf({ recurrence }: EventSeries): RecurrenceRule | null {
  if (recurrence === null) return null;
  const rule = parseRecurrenceRule(recurrence);
  // The stored rule was checked before it was written.
  if (!rule) throw new Error(`Not a rule: ${recurrence}`);
  return rule;
}

/** Days of a series in a range, both ends included. */
function occurrenceDatesOf(series: EventSeries, { from, to }: DayRange): string[] {
  const rule = parsedRuleOf(series);
  const first = dayOfLocalTime(series.start_local);
  if (rule === null) return first >= from && first <= to ? [first] : [];
  const until = rule.until === null ? to : lastDayOfRule(rule, series.timezone);
  return recurrenceDatesOf(moveRuleStartForward({ rule, first }, from), until < to ? until : to).filter(
    (date) => date >= from,
  );
}

function recurrenceDatesOf({ rule, first }: RecurrenceRuleFromDay, to: string): string[] {
  if (to < first) return [];
  const midnight = (day: string) => Temporal.ZonedDateTime.from(`${day}T00:00:00Z[UTC]`);
  const { freq, interval, count, by_day, by_month_day, by_month, by_set_pos, week_start } = rule;
  // Days have no zone: in UTC each has 24 hours, so that no time of the event is skipped on the day that clocks change.
  const recurring = new RRuleTemporal({
    freq,
    interval,
    dtstart: midnight(first),
    tzid: "UTC",
    cache: false,
    ...(count === null ? {} : { count }),
    ...(by_day.length > 0 ? { byDay: [...by_day] } : {}),
    ...(by_month_day.length > 0 ? { byMonthDay: [...by_month_day] } : {}),
    ...(by_month.length > 0 ? { byMonth: [...by_month] } : {}),
    ...(by_set_pos.length > 0 ? { bySetPos: [...by_set_pos] } : {}),
    ...(week_start === null ? {} : { wkst: week_start }),
  });
  const days = recurring.between(midnight(first), midnight(to), true);
  return days.map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 10));
}

/** Last day that a rule names; for a moment, the local day of the event. */
export function lastDayOfRule({ until }: Pick<RecurrenceRule, "until">, timezone: string): string {
  const text = until ?? "";
  return text.endsWith("Z") ? localDayAt(parseUntilMoment(text), timezone) : formatRuleDay(text);
}

const formatRuleDay = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
const parseUntilMoment = (text: string) =>
  new Date(`${formatRuleDay(text)}T${text.slice(9, 11)}:${text.slice(11, 13)}:${text.slice(13, 15)}Z`);
