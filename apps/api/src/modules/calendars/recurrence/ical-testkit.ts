/** Draws random recurrence rules and compares our occurrences with ical.js, and with a search through every day. */
import { SeededChance } from "@leitstand/scenario/chance";
import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { expect } from "vitest";
import { listOccurrences } from "./recurrence";
import { parseRecurrenceRule, type RecurrenceRule } from "./recurrence-rule";
import { findDaysByBruteForce, drawRandomCompactDate, drawRandomRecurrenceRule } from "./recurrence-testkit";

const LAST_COMPARED_DAY = "2029-12-31";
/**
 * Zones of the comparison, among them half-hour changes of clocks, changes at midnight, no changes, and the southern
 * hemisphere.
 */
export const ICAL_COMPARISON_TIME_ZONES = [
  "Europe/Vienna",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Asia/Kathmandu",
  "Europe/London",
];
/**
 * Times of the comparison: in the hour that is skipped in spring and repeated in autumn, at midnight, and at ordinary
 * times.
 */
const COMPARED_TIMES = ["02:30:00", "02:00:00", "00:15:00", "00:00:00", "01:45:00", "07:00:00", "22:00:00", "23:59:59"];

/**
 * Rules for which ical.js 2.2.1 departs from RFC 5545, 3.3.10. They are not compared with it, but only with the search
 * through every day, which is done for all rules.
 */
const icalJsDepartures: readonly (readonly [string, (rule: RecurrenceRule) => boolean])[] = [
  [
    "BYMONTHDAY means the month of the start alone",
    (rule) => isYearlyWithoutMonth(rule) && hasRulePart(rule, "by_month_day"),
  ],
  ["ordinals of a year lose some days", (rule) => isYearlyWithoutMonth(rule) && hasOrdinalWeekday(rule)],
  ["BYMONTH mixes up the order of months", (rule) => rule.freq === "MONTHLY" && hasRulePart(rule, "by_month")],
  [
    "a fifth weekday that the first month has not loses what else it has",
    (rule) => rule.freq === "MONTHLY" && rule.by_day.length > 1 && rule.by_day.some((day) => /^-?5/.test(day)),
  ],
  ["the 31st of a short month is the first of the next", (rule) => rule.by_month_day.some((day) => day > 28)],
  ["days from the end of a month are miscounted", (rule) => rule.by_month_day.some((day) => day < 0)],
  ["ordinals beside BYMONTHDAY find no day", (rule) => hasRulePart(rule, "by_month_day") && hasOrdinalWeekday(rule)],
  ["BYSETPOS is known in months alone", (rule) => hasRulePart(rule, "by_set_pos") && !isMonthlyWithoutMonthDay(rule)],
  [
    "COUNT counts a day twice that two ordinals of months name, as 2FR and -3FR do in a month of four Fridays",
    (rule) => rule.freq === "YEARLY" && rule.count !== null && hasTwoOrdinalsOfOneWeekday(rule),
  ],
];
const isYearlyWithoutMonth = (rule: RecurrenceRule) => rule.freq === "YEARLY" && !hasRulePart(rule, "by_month");
const hasOrdinalWeekday = ({ by_day }: RecurrenceRule) => by_day.some((day) => day.length > 2);
const hasTwoOrdinalsOfOneWeekday = ({ by_day }: RecurrenceRule) =>
  new Set(by_day.map((day) => day.slice(-2))).size < by_day.length;
const isMonthlyWithoutMonthDay = (rule: RecurrenceRule) =>
  rule.freq === "MONTHLY" && !hasRulePart(rule, "by_month_day");
/** Reason why a rule is not compared with ical.js; undefined when it is. */
export const icalComparisonExclusionReason = (rule: RecurrenceRule): string | undefined =>
  icalJsDepartures.find(([, departs]) => departs(rule))?.[0];
type RuleListPart = "by_day" | "by_month" | "by_month_day" | "by_set_pos";
const hasRulePart = (rule: RecurrenceRule, part: RuleListPart) => rule[part].length > 0;

/**
 * Compares a number of rules with ical.js, and others that it departs from only with the search; answers how many
 * moments were compared.
 */
export function assertRulesMatchIcalJs(seed: number, rules: number): number {
  const chance = new SeededChance(seed);
  let [compared, occurrences] = [0, 0];
  while (compared < rules) {
    const drawn = { ...drawRandomSeries(chance), time: chance.pick(COMPARED_TIMES) };
    const days = findDaysByBruteForce(drawn.rule, drawn.first, LAST_COMPARED_DAY);
    expectSameDaysInWindow(drawn, { days, window: drawDayWindow(chance) });
    if (icalComparisonExclusionReason(drawn.rule) !== undefined) {
      expectSameMoments(
        [drawn, ICAL_COMPARISON_TIME_ZONES[0] as string],
        occurrenceDatesOf(listAllOccurrences(drawn, ICAL_COMPARISON_TIME_ZONES[0] as string)),
        days,
      );
      continue;
    }
    const moments = occurrenceMomentsByIcal(drawn, days.length);
    for (const zone of ICAL_COMPARISON_TIME_ZONES) {
      const ours = listAllOccurrences(drawn, zone);
      expectSameMoments([drawn, zone], occurrenceDatesOf(ours), days);
      const begins = ours.map(({ starts_at }) => starts_at.toISOString());
      expectSameMoments([drawn, zone], begins, moments.get(zone) as readonly string[]);
      occurrences += begins.length;
    }
    compared++;
  }
  return occurrences;
}

interface RandomSeries {
  readonly text: string;
  readonly first: string;
  readonly time: string;
}

const randomSeriesInZone = ({ text, first, time }: RandomSeries, timezone: string) => ({
  start_local: `${first}T${time}`,
  end_local: `${first}T${time}`,
  timezone,
  recurrence: text,
});
const listAllOccurrences = (drawn: RandomSeries, zone: string) =>
  listOccurrences(randomSeriesInZone(drawn, zone), { from: drawn.first, to: LAST_COMPARED_DAY });
const occurrenceDatesOf = (occurrences: readonly { readonly date: string }[]) => occurrences.map(({ date }) => date);

/** Compares as texts, because comparing item by item takes longer than all the rest. */
function expectSameMoments(
  [{ text, first, time }, asked]: [RandomSeries, string],
  ours: readonly string[],
  theirs: typeof ours,
) {
  const told = (items: readonly string[]) => [text, first, time, asked, ...items].join("\n");
  expect(told(ours)).toBe(told(theirs));
}

function expectSameDaysInWindow(drawn: RandomSeries, { days, window }: { days: readonly string[]; window: DayWindow }) {
  const { from, to } = window;
  const within = days.filter((day) => day >= from && day <= to);
  expectSameMoments(
    [drawn, `${from} to ${to}`],
    occurrenceDatesOf(listOccurrences(randomSeriesInZone(drawn, "UTC"), window)),
    within,
  );
}

/** Draws a rule and a first day that it falls on: RFC 5545 leaves open what happens otherwise. */
function drawRandomSeries(chance: SeededChance) {
  for (;;) {
    const text = drawRandomRecurrenceRule(chance);
    const rule = parseRecurrenceRule(text) as RecurrenceRule;
    const day = drawRandomCompactDate(chance, 2026);
    const wanted = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    const [first] = findDaysByBruteForce({ ...rule, count: null, until: null }, wanted, LAST_COMPARED_DAY);
    if (first !== undefined && findDaysByBruteForce(rule, first, LAST_COMPARED_DAY).length > 0)
      return { text, rule, first };
  }
}

interface DayWindow {
  readonly from: string;
  readonly to: string;
}

/** Draws some days within those of a series, as lists and splits request them. */
function drawDayWindow(chance: SeededChance): DayWindow {
  const from = Date.UTC(2026, 0, 1) + chance.below(1_400) * 86_400_000;
  const dayAt = (days: number) => new Date(from + days * 86_400_000).toISOString().slice(0, 10);
  const to = dayAt(chance.pick([0, 30, 400]));
  return { from: dayAt(0), to: to < LAST_COMPARED_DAY ? to : LAST_COMPARED_DAY };
}

/**
 * First moments of a rule by ical.js in each zone. More are not requested: rules without further days keep ical.js
 * searching for ever. The days are walked through once, because they are the same in every zone.
 */
function occurrenceMomentsByIcal(drawn: RandomSeries, count: number): ReadonlyMap<string, readonly string[]> {
  const moments = new Map<string, string[]>(ICAL_COMPARISON_TIME_ZONES.map((zone) => [zone, []]));
  for (const next of iterateTimesByIcal(drawn, count))
    for (const zone of ICAL_COMPARISON_TIME_ZONES)
      moments.get(zone)?.push(new Date(momentOfIcalTime(zone, next)).toISOString());
  return moments;
}

/** First days of a rule by ical.js. */
export const occurrenceDatesByIcal = (drawn: RandomSeries, count: number): readonly string[] =>
  Array.from(iterateTimesByIcal(drawn, count), (time) => time.toString().slice(0, 10));

function* iterateTimesByIcal({ text, first, time }: RandomSeries, count: number) {
  const rule = ICAL.Recur.fromString(text);
  // The last day is included; ical.js would take its midnight.
  if (rule.until) rule.until = ICAL.Time.fromDateTimeString(`${rule.until.toString().slice(0, 10)}T23:59:59`);
  const iterator = rule.iterator(ICAL.Time.fromDateTimeString(`${first}T${time}`));
  for (let index = 0; index < count; index++) {
    const next = iterator.next();
    if (!next) return;
    yield next;
  }
}

/**
 * Moment of a local time. Times that a change of the clocks skips or repeats are not left to ical.js: for the first it
 * goes back, even to the day before, and of the others it takes the second, while RFC 5545, 3.3.5, reads both by the
 * clock before the change.
 */
function momentOfIcalTime(zone: string, time: ICAL.Time): number {
  const { year, month, day, hour, minute, second } = time;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  if (clockChangesOf(zone).some(({ from, to }) => shown >= from && shown < to))
    return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(zone, {
      disambiguation: "compatible",
    }).epochMilliseconds;
  const there = time.clone();
  there.zone = icalZone(zone);
  return there.toUnixTime() * 1000;
}

const icalZoneCache = new Map<string, ICAL.Timezone>();
function icalZone(zone: string): ICAL.Timezone {
  const known = icalZoneCache.get(zone) ?? new ICAL.Timezone({ component: createTimezoneComponent(zone), tzid: zone });
  icalZoneCache.set(zone, known);
  return known;
}

interface ClockChange {
  readonly before: Temporal.ZonedDateTime;
  readonly change: Temporal.ZonedDateTime;
  /** Local times that the clock skips, or shows twice. */
  readonly from: number;
  readonly to: number;
}
const clockChangeCache = new Map<string, readonly ClockChange[]>();
const beginningOf2020In = (zone: string) => Temporal.ZonedDateTime.from(`2020-01-01T00:00:00[${zone}]`);

function clockChangesOf(zone: string): readonly ClockChange[] {
  const known = clockChangeCache.get(zone);
  if (known) return known;
  const found: ClockChange[] = [];
  for (let before = beginningOf2020In(zone); ; ) {
    const change: Temporal.ZonedDateTime | null = before.getTimeZoneTransition("next");
    if (change === null || change.year > 2031) break;
    const shown = [before, change].map((each) => change.epochMilliseconds + each.offsetNanoseconds / 1_000_000);
    found.push({ before, change, from: Math.min(...shown), to: Math.max(...shown) });
    before = change;
  }
  clockChangeCache.set(zone, found);
  return found;
}

/** All changes of the clocks as a VTIMEZONE, each by its date. */
function createTimezoneComponent(zone: string): ICAL.Component {
  const lines = ["BEGIN:VTIMEZONE", `TZID:${zone}`];
  lines.push(...zoneObservanceLines("19700101T000000", beginningOf2020In(zone), beginningOf2020In(zone)));
  for (const { before, change } of clockChangesOf(zone)) {
    // In VTIMEZONE a change is given by the local time before it.
    const shown = change.toInstant().toZonedDateTimeISO("UTC").add({ nanoseconds: before.offsetNanoseconds });
    lines.push(...zoneObservanceLines(shown.toPlainDateTime().toString().replaceAll(/[-:]/g, ""), before, change));
  }
  return new ICAL.Component(ICAL.parse([...lines, "END:VTIMEZONE"].join("\r\n")));
}

function zoneObservanceLines(start: string, from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): string[] {
  const kind = to.offsetNanoseconds > from.offsetNanoseconds ? "DAYLIGHT" : "STANDARD";
  const offset = ({ offset: text }: Temporal.ZonedDateTime) => text.replace(":", "");
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    `END:${kind}`,
  ];
}
