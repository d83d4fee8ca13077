const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
type RecurrenceFrequency = (typeof FREQUENCIES)[number];

/** Recurrence of an event: the parts of an RRULE (RFC 5545, 3.3.10) that concern dates; the event has its own times. */
export interface RecurrenceRule {
  readonly freq: RecurrenceFrequency;
  readonly interval: number;
  readonly count: number | null;
  /** End of the rule, included: a day `20261231`, or a moment `20261231T225959Z`. */
  readonly until: string | null;
  /** Weekdays: `MO`, or with an ordinal `-1FR`. */
  readonly by_day: readonly string[];
  readonly by_month_day: readonly number[];
  readonly by_month: readonly number[];
  readonly by_set_pos: readonly number[];
  readonly week_start: string | null;
}

/** Highest count, for an event once a day for two years; longer series have no end. */
export const RECURRENCE_COUNT_MAX = 732;
const RECURRENCE_INTERVAL_MAX = 99;
/** Highest ordinal of a weekday in a year; a 53rd is read by some programs as one of the next year. */
const WEEKDAY_ORDINAL_MAX = 52;

/** Parses a recurrence rule; undefined when it is invalid, or more than we accept, such as every hour. */
export function parseRecurrenceRule(text: string): RecurrenceRule | undefined {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(";")) {
    const [name = "", value = "", ...rest] = part.split("=");
    if (rest.length > 0 || value === "" || parts.has(name) || !SUPPORTED_RULE_PARTS.has(name)) return undefined;
    parts.set(name, value);
  }
  const rule = parseRuleParts(parts);
  return rule !== undefined && areRulePartsCompatible(rule) ? rule : undefined;
}

const SUPPORTED_RULE_PARTS = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "BYDAY",
  "BYMONTHDAY",
  "BYMONTH",
  "BYSETPOS",
  "WKST",
] as const satisfies readonly string[]) as ReadonlySet<string>;

function parseRuleParts(parts: ReadonlyMap<string, string>): RecurrenceRule | undefined {
  const freq = FREQUENCIES.find((each) => each === parts.get("FREQ"));
  const interval = parseRuleNumbers(parts.get("INTERVAL") ?? "1", { min: 1, max: RECURRENCE_INTERVAL_MAX });
  const count = parseRuleNumbers(parts.get("COUNT"), { min: 1, max: RECURRENCE_COUNT_MAX });
  const by_day = parseRuleList(parts.get("BYDAY"), isValidRuleWeekday);
  const by_month_day = parseRuleNumbers(parts.get("BYMONTHDAY"), { min: -31, max: 31 });
  const by_month = parseRuleNumbers(parts.get("BYMONTH"), { min: 1, max: 12 });
  const by_set_pos = parseRuleNumbers(parts.get("BYSETPOS"), { min: -366, max: 366 });
  const [until = null, week_start = null] = [parts.get("UNTIL"), parts.get("WKST")];
  if (!freq || !count || !by_day || !by_month_day || !by_month || !by_set_pos) return undefined;
  if (interval?.length !== 1 || count.length > 1 || !isValidUntil(until)) return undefined;
  if (week_start !== null && !WEEKDAYS.some((day) => day === week_start)) return undefined;
  return {
    freq,
    interval: interval[0] as number,
    count: count[0] ?? null,
    until,
    by_day,
    by_month_day,
    by_month,
    by_set_pos,
    week_start,
  };
}

function parseRuleList(text: string | undefined, isFine: (item: string) => boolean): readonly string[] | undefined {
  const items = text === undefined ? [] : text.split(",");
  return items.every(isFine) ? [...new Set(items)] : undefined;
}

function parseRuleNumbers(text: string | undefined, { min, max }: { min: number; max: number }) {
  const isFine = (item: string) => /^[+-]?[0-9]{1,3}$/.test(item) && isWithin(Number(item));
  const isWithin = (value: number) => value !== 0 && value >= min && value <= max;
  const items = parseRuleList(text, isFine)?.map(Number);
  return items && [...new Set(items)];
}

const isValidRuleWeekday = (item: string) => {
  const [, ordinal, day] = /^([+-]?[0-9]{1,2})?([A-Z]{2})$/.exec(item) ?? [];
  const number = Math.abs(Number(ordinal ?? 1));
  return number >= 1 && number <= WEEKDAY_ORDINAL_MAX && WEEKDAYS.some((each) => each === day);
};

function isValidUntil(until: string | null): boolean {
  if (until === null) return true;
  const [, year, month, day, time] = /^([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{6})Z)?$/.exec(until) ?? [];
  if (year === undefined) return false;
  const [hours, minutes, seconds] = (time ?? "000000").match(/../g) as [string, string, string];
  const moment = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
  const known = new Date(`${moment}Z`);
  return !Number.isNaN(known.getTime()) && known.toISOString().startsWith(moment);
}

/** Whether the parts of a rule are allowed together by RFC 5545. */
function areRulePartsCompatible(rule: RecurrenceRule): boolean {
  const { freq, count, until, by_day, by_month_day, by_month, by_set_pos } = rule;
  const counted = by_day.filter((day) => day.length > 2);
  if (count !== null && until !== null) return false;
  if (counted.length > 0 && freq !== "MONTHLY" && freq !== "YEARLY") return false;
  if (by_month_day.length > 0 && freq === "WEEKLY") return false;
  // Readers do not agree on a rule such as the tenth Friday of a year if it is the 13th.
  if (by_month_day.length > 0 && counted.length > 0 && freq === "YEARLY" && by_month.length === 0) return false;
  // Days that two ordinals name are counted once by some readers and twice by others.
  if (by_set_pos.length > 0 && counted.length > 0) return false;
  const isInMonth = freq === "MONTHLY" || by_month.length > 0;
  if (isInMonth && counted.some((day) => Math.abs(Number.parseInt(day, 10)) > 5)) return false;
  return by_set_pos.length === 0 || by_day.length + by_month_day.length + by_month.length > 0;
}

/** Text of a rule, with its parts in the order in which we answer them. */
export function formatRecurrenceRule(rule: RecurrenceRule): string {
  const parts: readonly (readonly [string, string | number | null])[] = [
    ["FREQ", rule.freq],
    ["INTERVAL", rule.interval === 1 ? null : rule.interval],
    ["COUNT", rule.count],
    ["UNTIL", rule.until],
    ["BYMONTH", rule.by_month.join(",")],
    ["BYMONTHDAY", rule.by_month_day.join(",")],
    ["BYDAY", rule.by_day.join(",")],
    ["BYSETPOS", rule.by_set_pos.join(",")],
    ["WKST", rule.week_start],
  ];
  return parts.flatMap(([name, value]) => (value === null || value === "" ? [] : `${name}=${value}`)).join(";");
}
