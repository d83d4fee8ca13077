/** Second opinion on occurrences: a plain search that checks every day by the words of RFC 5545, 3.3.10. */
import type { SeededChance } from "@leitstand/scenario/chance";
import { parseRecurrenceRule, type RecurrenceRule } from "./recurrence-rule";

const DAY_MS = 86_400_000;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const toDayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayPartsCache = new Map<number, DayParts>();
function dayPartsAt(number: number): DayParts {
  const known = dayPartsCache.get(number) ?? computeDayParts(number);
  dayPartsCache.set(number, known);
  return known;
}
const computeDayParts = (number: number) => {
  const date = new Date(number * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const firstOf = { month: Date.UTC(year, month, 1) / DAY_MS, year: Date.UTC(year, 0, 1) / DAY_MS };
  const lastOf = { month: Date.UTC(year, month + 1, 0) / DAY_MS, year: Date.UTC(year, 11, 31) / DAY_MS };
  const text = date.toISOString().slice(0, 10);
  return { number, text, year, month: month + 1, day: date.getUTCDate(), weekday: date.getUTCDay(), firstOf, lastOf };
};
type DayParts = ReturnType<typeof computeDayParts>;

/** Days of a rule from its first day to a last one, found by checking each. UNTIL is a day here. */
export function findDaysByBruteForce(rule: RecurrenceRule, first: string, last: string): string[] {
  const start = dayPartsAt(toDayNumber(first));
  const periods = new Map<number, DayParts[]>();
  // The period of the first day counts from its beginning: its first Friday may lie before the event begins.
  for (let number = start.firstOf.year - 7; number <= dayPartsAt(toDayNumber(last)).lastOf.year + 7; number++) {
    const day = dayPartsAt(number);
    const period = periodNumberOf(rule, day) - periodNumberOf(rule, start);
    if (period < 0 || period % rule.interval !== 0 || !isRuleDay(rule, day, start)) continue;
    const days = periods.get(period) ?? [];
    days.push(day);
    periods.set(period, days);
  }
  const until = rule.until ? `${rule.until.slice(0, 4)}-${rule.until.slice(4, 6)}-${rule.until.slice(6, 8)}` : last;
  const days = [...periods.values()]
    .flatMap((each) => applySetPositions(rule, each))
    .filter(({ number }) => number >= start.number);
  const counted = rule.count === null ? days : days.slice(0, rule.count);
  return counted.map(({ text }) => text).filter((text) => text <= last && text <= until);
}

function periodNumberOf({ freq, week_start }: RecurrenceRule, { number, year, month }: DayParts): number {
  if (freq === "DAILY") return number;
  // Day 0, the first of January 1970, was a Thursday.
  if (freq === "WEEKLY") return Math.floor((number + 4 - WEEKDAYS.indexOf(week_start ?? "MO")) / 7);
  return freq === "MONTHLY" ? year * 12 + month : year;
}

function isRuleDay(rule: RecurrenceRule, day: DayParts, start: DayParts): boolean {
  const { freq, by_day, by_month, by_month_day } = rule;
  if (by_month.length > 0 && !by_month.includes(day.month)) return false;
  const backwards = day.number - day.lastOf.month - 1;
  if (by_month_day.length > 0 && !by_month_day.some((each) => each === day.day || each === backwards)) return false;
  if (by_day.length > 0 && !by_day.some((each) => isRuleWeekday(rule, each, day))) return false;
  if (by_day.length + by_month_day.length > 0 || freq === "DAILY") return true;
  if (freq === "WEEKLY") return day.weekday === start.weekday;
  return day.day === start.day && (freq === "MONTHLY" || by_month.length > 0 || day.month === start.month);
}

function isRuleWeekday({ freq, by_month }: RecurrenceRule, text: string, day: DayParts): boolean {
  if (!text.endsWith(WEEKDAYS[day.weekday] as string)) return false;
  const ordinal = Number.parseInt(text, 10);
  if (Number.isNaN(ordinal)) return true;
  const within = freq === "MONTHLY" || by_month.length > 0 ? "month" : "year";
  const fromFirst = Math.floor((day.number - day.firstOf[within]) / 7) + 1;
  const fromLast = -Math.floor((day.lastOf[within] - day.number) / 7) - 1;
  return ordinal === fromFirst || ordinal === fromLast;
}

function applySetPositions({ by_set_pos }: RecurrenceRule, days: readonly DayParts[]): readonly DayParts[] {
  if (by_set_pos.length === 0) return days;
  return days.filter((_day, index) => by_set_pos.some((each) => each === index + 1 || each === index - days.length));
}

/** Draws a rule as people and programs write it, with all parts that we accept. */
export function drawRandomRecurrenceRule(chance: SeededChance): string {
  for (;;) {
    const text = drawRandomRuleParts(chance).join(";");
    if (parseRecurrenceRule(text)) return text;
  }
}

function drawRandomRuleParts(chance: SeededChance): string[] {
  const freq = chance.pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
  const some = (from: readonly (string | number)[], most: number) =>
    [...new Set(Array.from({ length: chance.between(1, most) }, () => chance.pick(from)))].join(",");
  const maybe = (share: number, part: () => string) => (chance.percent(share) ? [part()] : []);
  const ordinal = () => chance.pick([1, -1]) * chance.between(1, freq === "YEARLY" && chance.percent(50) ? 53 : 5);
  const isCounted = (freq === "MONTHLY" || freq === "YEARLY") && chance.percent(50);
  const weekday = () => `${isCounted ? ordinal() : ""}${chance.pick(WEEKDAYS)}`;
  const end = chance.percent(40)
    ? [`COUNT=${chance.between(1, 60)}`]
    : maybe(40, () => `UNTIL=${drawRandomCompactDate(chance, 2027)}`);
  return [
    `FREQ=${freq}`,
    ...maybe(50, () => `INTERVAL=${chance.pick([1, 2, 3, 4, 5, 7, 12, 99])}`),
    ...end,
    ...maybe(30, () => `BYMONTH=${some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 3)}`),
    ...maybe(30, () => `BYMONTHDAY=${some([1, 2, 13, 15, 28, 29, 30, 31, -1, -2, -29, -31], 3)}`),
    ...maybe(50, () => `BYDAY=${some(Array.from({ length: 4 }, weekday), 4)}`),
    ...maybe(20, () => `BYSETPOS=${some([1, 2, 3, -1, -2], 2)}`),
    ...maybe(20, () => `WKST=${chance.pick(WEEKDAYS)}`),
  ];
}

/** Draws a day such as `20270314`, of this year or the next. */
export const drawRandomCompactDate = (chance: SeededChance, year: number): string =>
  `${chance.between(year, year + 1)}${twoDigits(chance.between(1, 12))}${twoDigits(chance.between(1, 28))}`;
const twoDigits = (value: number) => String(value).padStart(2, "0");
