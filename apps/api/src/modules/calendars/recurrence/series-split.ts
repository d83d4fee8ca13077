/** Splits a series in two where its times change from one day on. */
import { addDays, addLocalSeconds, dayOfLocalTime, localSecondsBetween } from "./local-time";
import { formatRecurrenceRule, parseRecurrenceRule, type RecurrenceRule } from "./recurrence-rule";
import type { EventSeries } from "../series";
import { listOccurrences, lastDayOfRule } from "./recurrence";

/** Series that takes place before a day. */
export function truncateSeriesBefore(series: EventSeries, date: string): Pick<EventSeries, "recurrence"> {
  const rule = parsedRuleOf(series);
  if (!rule) return { recurrence: series.recurrence };
  // An earlier end stays as it is: a moment may leave out the last occurrence of its day.
  if (rule.until !== null && lastDayOfRule(rule, series.timezone) < date) return { recurrence: series.recurrence };
  return { recurrence: formatRecurrenceRule({ ...rule, ...endRuleBefore(series, rule, date) }) };
}

function endRuleBefore(
  series: EventSeries,
  rule: RecurrenceRule,
  date: string,
): Pick<RecurrenceRule, "count" | "until"> {
  const until = compactDay(addDays(date, -1));
  if (rule.count === null) return { count: null, until };
  const before = countOccurrencesBefore(series, date);
  return before === 0 ? { count: null, until } : { count: before, until: null };
}

/** Series from one of its days on: with the same local times, and the rest of its count. */
export function continueSeriesFrom(
  series: EventSeries,
  date: string,
): Pick<EventSeries, "start_local" | "end_local" | "recurrence"> {
  const rule = parsedRuleOf(series);
  const start_local = `${date}${series.start_local.slice(10)}`;
  const end_local = addLocalSeconds(start_local, localSecondsBetween(series.start_local, series.end_local));
  if (!rule) return { start_local, end_local, recurrence: series.recurrence };
  const count = rule.count === null ? null : rule.count - countOccurrencesBefore(series, date);
  return { start_local, end_local, recurrence: formatRecurrenceRule({ ...rule, count }) };
}

const countOccurrencesBefore = (series: EventSeries, date: string) =>
  listOccurrences(series, { from: dayOfLocalTime(series.start_local), to: addDays(date, -1) }).length;
const parsedRuleOf = ({ recurrence }: EventSeries) =>
  recurrence === null ? undefined : parseRecurrenceRule(recurrence);
const compactDay = (day: string) => day.replaceAll("-", "");
