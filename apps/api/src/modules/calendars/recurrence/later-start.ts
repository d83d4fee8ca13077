import { Temporal } from "temporal-polyfill";
import type { RecurrenceRule } from "./recurrence-rule";

/** Recurrence rule, and the day from which its periods count. */
export interface RecurrenceRuleFromDay {
  readonly rule: RecurrenceRule;
  readonly first: string;
}

/**
 * Starts a rule at a later period that still holds every day of the rule from `from` on, so that the years before need
 * not be walked through. A rule with a count can only be counted from its first day.
 */
export function moveRuleStartForward({ rule, first }: RecurrenceRuleFromDay, from: string): RecurrenceRuleFromDay {
  if (rule.count !== null || from <= first) return { rule, first };
  const [start, wanted] = [Temporal.PlainDate.from(first), Temporal.PlainDate.from(from)];
  const { freq, interval } = rule;
  const wholePeriods = (units: number, each = 1) => units - (units % (interval * each));
  if (freq === "DAILY" || freq === "WEEKLY") {
    const days = wholePeriods(start.until(wanted, { largestUnit: "day" }).days, freq === "DAILY" ? 1 : 7);
    return { rule, first: start.add({ days }).toString() };
  }
  const years = wanted.year - start.year;
  const passed =
    freq === "MONTHLY"
      ? { months: wholePeriods(years * 12 + wanted.month - start.month) }
      : { years: wholePeriods(years) };
  if (Object.values(passed).every((periods) => periods === 0)) return { rule, first };
  const begin = freq === "MONTHLY" ? { day: 1 } : { month: 1, day: 1 };
  return { rule: withImpliedDays(rule, start), first: start.with(begin).add(passed).toString() };
}

/** Monthly or yearly rule with the day of its first date, where it names no days. */
function withImpliedDays(rule: RecurrenceRule, { month, day }: Temporal.PlainDate): RecurrenceRule {
  if (rule.by_day.length + rule.by_month_day.length > 0) return rule;
  const by_month = rule.freq === "YEARLY" && rule.by_month.length === 0 ? [month] : rule.by_month;
  return { ...rule, by_month, by_month_day: [day] };
}
