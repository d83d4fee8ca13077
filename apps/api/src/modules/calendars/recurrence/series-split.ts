import { addDays, addWallSeconds, dayOf, wallSecondsBetween } from "./local-time";
import { formatRecurrenceRule, parseRecurrenceRule, type RecurrenceRule } from "./recurrence-rule";
import type { Series } from "../series";
import { listOccurrences, untilDay } from "./recurrence";

/** Splits a series in two where its times change from one day on. */

/** Series that takes place before a day. */
export function seriesBefore(series: Series, date: string): Pick<Series, "recurrence"> {
  const rule = ruleOf(series);
  if (!rule) return { recurrence: series.recurrence };
  // An earlier end stays as it is: a moment may leave out the last occurrence of its day.
  if (rule.until !== null && untilDay(rule, series.timezone) < date) return { recurrence: series.recurrence };
  return { recurrence: formatRecurrenceRule({ ...rule, ...cutCount(series, rule, date) }) };
}

function cutCount(series: Series, rule: RecurrenceRule, date: string): Pick<RecurrenceRule, "count" | "until"> {
  const until = compact(addDays(date, -1));
  if (rule.count === null) return { count: null, until };
  const before = countBefore(series, date);
  return before === 0 ? { count: null, until } : { count: before, until: null };
}

/** Series from one of its days on: with the same local times, and the rest of its count. */
export function seriesFrom(series: Series, date: string): Pick<Series, "start_local" | "end_local" | "recurrence"> {
  const rule = ruleOf(series);
  const start_local = `${date}${series.start_local.slice(10)}`;
  const end_local = addWallSeconds(start_local, wallSecondsBetween(series.start_local, series.end_local));
  if (!rule) return { start_local, end_local, recurrence: series.recurrence };
  const count = rule.count === null ? null : rule.count - countBefore(series, date);
  return { start_local, end_local, recurrence: formatRecurrenceRule({ ...rule, count }) };
}

const countBefore = (series: Series, date: string) =>
  listOccurrences(series, { from: dayOf(series.start_local), to: addDays(date, -1) }).length;
const ruleOf = ({ recurrence }: Series) => (recurrence === null ? undefined : parseRecurrenceRule(recurrence));
const compact = (day: string) => day.replaceAll("-", "");
