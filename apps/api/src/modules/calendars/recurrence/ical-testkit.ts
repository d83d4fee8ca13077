/** Draws rules of recurrence and holds what we make of them against ical.js, and against asking every day. */
import { Chance } from "@leitstand/scenario/chance";
import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { expect } from "vitest";
import { listOccurrences } from "./recurrence";
import { parseRecurrenceRule, type RecurrenceRule } from "./recurrence-rule";
import { daysByAsking, drawDay, drawRule } from "./recurrence-testkit";

const LAST_DAY = "2029-12-31";
/** Half-hour changes of clocks, changes at midnight, none at all, and the other half of the Earth are among them. */
export const ZONES = [
  "Europe/Vienna",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Asia/Kathmandu",
  "Europe/London",
];
/** In the hour that is left out in spring and comes twice in autumn, at midnight, and at ordinary times. */
const TIMES = ["02:30:00", "02:00:00", "00:15:00", "00:00:00", "01:45:00", "07:00:00", "22:00:00", "23:59:59"];

/**
 * Where ical.js 2.2.1 does not do as RFC 5545, 3.3.10 says. Its answers for such rules are no second opinion; what every day
 * answers that is asked is one, and that holds for all.
 */
const departures: readonly (readonly [string, (rule: RecurrenceRule) => boolean])[] = [
  ["BYMONTHDAY means the month of the start alone", (rule) => isOfYear(rule) && has(rule, "by_month_day")],
  ["ordinals of a year lose some days", (rule) => isOfYear(rule) && isCounted(rule)],
  ["BYMONTH mixes up the order of months", (rule) => rule.freq === "MONTHLY" && has(rule, "by_month")],
  [
    "ordinals of a month lose months that begin with that day",
    (rule) => rule.freq === "MONTHLY" && isCounted(rule) && isManifold(rule),
  ],
  ["the 31st of a short month is the first of the next", (rule) => rule.by_month_day.some((day) => day > 28)],
  ["days from the end of a month are miscounted", (rule) => rule.by_month_day.some((day) => day < 0)],
  ["BYDAY beside BYMONTHDAY begins with the second", (rule) => has(rule, "by_month_day") && has(rule, "by_day")],
  ["BYMONTHDAY skips days", (rule) => rule.freq === "DAILY" && has(rule, "by_month_day")],
  ["BYSETPOS is known in months alone", (rule) => has(rule, "by_set_pos") && !isPickedInMonth(rule)],
  [
    "COUNT counts a day twice that two ordinals of months name, as 2FR and -3FR do in a month of four Fridays",
    (rule) => rule.freq === "YEARLY" && rule.count !== null && hasOrdinalsOfOneDay(rule),
  ],
];
const isOfYear = (rule: RecurrenceRule) => rule.freq === "YEARLY" && !has(rule, "by_month");
const isCounted = ({ by_day }: RecurrenceRule) => by_day.some((day) => day.length > 2);
const hasOrdinalsOfOneDay = ({ by_day }: RecurrenceRule) =>
  new Set(by_day.map((day) => day.slice(-2))).size < by_day.length;
const isManifold = ({ by_day }: RecurrenceRule) => by_day.length > 1;
const isPickedInMonth = (rule: RecurrenceRule) => rule.freq === "MONTHLY" && !has(rule, "by_month_day");
type ListPart = "by_day" | "by_month" | "by_month_day" | "by_set_pos";
const has = (rule: RecurrenceRule, part: ListPart) => rule[part].length > 0;

/** So many rules that ical.js can be asked about, and others that are drawn beside them; answers how many moments were compared. */
export function compareWithIcal(seed: number, rules: number): number {
  const chance = new Chance(seed);
  let [compared, occurrences] = [0, 0];
  while (compared < rules) {
    const { text, rule, first } = drawSeries(chance);
    const time = chance.pick(TIMES);
    const days = daysByAsking(rule, first, LAST_DAY);
    const window = drawWindow(chance);
    const series = {
      start_local: `${first}T${time}`,
      end_local: `${first}T${time}`,
      timezone: "UTC",
      recurrence: text,
    };
    const within = days.filter((day) => day >= window.from && day <= window.to);
    expect([text, first, window, listOccurrences(series, window).map(({ date }) => date)]).toEqual([
      text,
      first,
      window,
      within,
    ]);
    const isComparable = departures.every(([, departs]) => !departs(rule));
    if (isComparable) compared++;
    for (const zone of ZONES) {
      const ours = listOccurrences(
        { start_local: `${first}T${time}`, end_local: `${first}T${time}`, timezone: zone, recurrence: text },
        { from: first, to: LAST_DAY },
      );
      expect([text, zone, first, ours.map(({ date }) => date)]).toEqual([text, zone, first, days]);
      if (!isComparable) break;
      const moments = ours.map(({ starts_at }) => starts_at.toISOString());
      expect([text, zone, first, time, moments]).toEqual([
        text,
        zone,
        first,
        time,
        momentsByIcal(text, { first, time, zone, count: moments.length }),
      ]);
      occurrences += moments.length;
    }
  }
  return occurrences;
}

/** A rule and a first day that it falls on: what happens otherwise RFC 5545 leaves open. */
function drawSeries(chance: Chance) {
  for (;;) {
    const text = drawRule(chance);
    const rule = parseRecurrenceRule(text) as RecurrenceRule;
    const day = drawDay(chance, 2026);
    const wanted = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    const [first] = daysByAsking({ ...rule, count: null, until: null }, wanted, LAST_DAY);
    if (first !== undefined && daysByAsking(rule, first, LAST_DAY).length > 0) return { text, rule, first };
  }
}

/** Some days amid those of a series, as lists and splits ask for them. */
function drawWindow(chance: Chance) {
  const from = Date.UTC(2026, 0, 1) + chance.below(1_400) * 86_400_000;
  const dayAt = (days: number) => new Date(from + days * 86_400_000).toISOString().slice(0, 10);
  const to = dayAt(chance.pick([0, 30, 400]));
  return { from: dayAt(0), to: to < LAST_DAY ? to : LAST_DAY };
}

interface RuleRequest {
  readonly first: string;
  readonly time: string;
  readonly zone: string;
  /** More are not asked for: rules that have run out of days keep it looking for ever. */
  readonly count: number;
}

function momentsByIcal(text: string, { first, time, zone, count }: RuleRequest): string[] {
  const rule = ICAL.Recur.fromString(text);
  // The last day is included; ical.js would take its midnight.
  if (rule.until) rule.until = timeIn(zone, `${rule.until.toString().slice(0, 10)}T23:59:59`);
  const iterator = rule.iterator(timeIn(zone, `${first}T${time}`));
  const moments: string[] = [];
  while (moments.length < count) {
    const next = iterator.next();
    if (!next) break;
    moments.push(momentAtChange(next, zone) ?? new Date(next.toUnixTime() * 1000).toISOString());
  }
  return moments;
}

function timeIn(zone: string, shown: string): ICAL.Time {
  const time = ICAL.Time.fromDateTimeString(shown);
  time.zone = icalZone(zone);
  return time;
}

/**
 * Times that a change of the clocks leaves out or has twice. Of the first ical.js goes back, even to the day before, and of the
 * others it takes the second; RFC 5545, 3.3.5, reads both by the clock of before the change.
 */
function momentAtChange(time: ICAL.Time, zone: string): string | undefined {
  const { year, month, day, hour, minute, second } = time;
  const shown = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  const [earlier, later] = (["earlier", "later"] as const).map(
    (disambiguation) => shown.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  );
  if (earlier === later) return undefined;
  return new Date(shown.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds).toISOString();
}

const zones = new Map<string, ICAL.Timezone>();
function icalZone(zone: string): ICAL.Timezone {
  const known = zones.get(zone) ?? new ICAL.Timezone({ component: timezoneComponent(zone), tzid: zone });
  zones.set(zone, known);
  return known;
}

/** All changes of the clocks as a VTIMEZONE, each by its date. */
function timezoneComponent(zone: string): ICAL.Component {
  const lines = ["BEGIN:VTIMEZONE", `TZID:${zone}`];
  let before = Temporal.ZonedDateTime.from(`2020-01-01T00:00:00[${zone}]`);
  lines.push(...observance("19700101T000000", before, before));
  for (;;) {
    const change: Temporal.ZonedDateTime | null = before.getTimeZoneTransition("next");
    if (change === null || change.year > 2031) break;
    // In VTIMEZONE a change stands at what the clock showed before it.
    const shown = change.toInstant().toZonedDateTimeISO("UTC").add({ nanoseconds: before.offsetNanoseconds });
    lines.push(...observance(shown.toPlainDateTime().toString().replaceAll(/[-:]/g, ""), before, change));
    before = change;
  }
  return new ICAL.Component(ICAL.parse([...lines, "END:VTIMEZONE"].join("\r\n")));
}

function observance(start: string, from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): string[] {
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
