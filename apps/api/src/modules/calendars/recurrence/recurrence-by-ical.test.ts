import { fixedSeedsOrEnvironmentSeed } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import {
  assertRulesMatchIcalJs,
  occurrenceDatesByIcal,
  icalComparisonExclusionReason,
  ICAL_COMPARISON_TIME_ZONES,
} from "./ical-testkit";
import { listOccurrences } from "./recurrence";
import { parseRecurrenceRule, type RecurrenceRule } from "./recurrence-rule";

const RULES_COMPARED = 30;
/** Days of RFC 5545, 3.3.10, counted by hand on a calendar, and those of ical.js 2.2.1. */
const icalJsDepartures = [
  {
    rule: "FREQ=YEARLY;BYMONTHDAY=13",
    why: "BYMONTHDAY means the month of the start alone",
    meant: ["2026-01-13", "2026-02-13", "2026-03-13", "2026-04-13"],
    theirs: ["2026-01-13", "2027-01-13", "2028-01-13", "2029-01-13"],
  },
  {
    rule: "FREQ=YEARLY;BYDAY=10MO,20MO",
    why: "ordinals of a year lose some days",
    meant: ["2026-03-09", "2026-05-18", "2027-03-08", "2027-05-17"],
    theirs: ["2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"],
  },
  {
    rule: "FREQ=MONTHLY;BYMONTH=3,1",
    why: "BYMONTH mixes up the order of months",
    meant: ["2026-01-05", "2026-03-05", "2027-01-05", "2027-03-05"],
    theirs: ["2026-01-05", "2027-03-05", "2027-01-05", "2028-03-05"],
  },
  {
    rule: "FREQ=MONTHLY;BYDAY=5WE,-1SA",
    why: "a fifth weekday that the first month has not loses what else it has",
    meant: ["2026-01-31", "2026-02-28", "2026-03-28"],
    theirs: ["2026-02-28", "2026-03-28", "2026-04-25"],
  },
  {
    rule: "FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=31,28",
    why: "the 31st of a short month is the first of the next",
    meant: ["2026-09-28", "2027-09-28", "2028-09-28"],
    theirs: ["2026-09-28", "2026-10-01", "2027-09-28"],
  },
  {
    rule: "FREQ=YEARLY;BYMONTH=7,11,3;BYMONTHDAY=-31",
    why: "days from the end of a month are miscounted",
    meant: ["2027-03-01", "2027-07-01", "2028-03-01"],
    theirs: ["2027-03-01", "2027-07-01", "2027-10-31"],
  },
  {
    rule: "FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=28,15;BYDAY=3WE",
    why: "ordinals beside BYMONTHDAY find no day",
    meant: ["2027-09-15"],
    theirs: [],
  },
  {
    rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1",
    why: "BYSETPOS is known in months alone",
    meant: ["2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26"],
    theirs: ["2026-01-05", "2026-01-07", "2026-01-09", "2026-01-12"],
  },
  {
    rule: "FREQ=YEARLY;BYMONTH=2;BYDAY=2FR,-3FR;COUNT=3",
    why: "COUNT counts a day twice that two ordinals of months name, as 2FR and -3FR do in a month of four Fridays",
    meant: ["2026-02-13", "2027-02-12", "2028-02-11"],
    theirs: ["2026-02-13", "2027-02-12"],
  },
];

describe("an event that comes again", () => {
  it.each(fixedSeedsOrEnvironmentSeed(3))(
    `a recurring event has the same occurrences as in ical.js, by ${RULES_COMPARED} rules in ${ICAL_COMPARISON_TIME_ZONES.length} zones of seed %i`,
    (seed) => {
      expect(assertRulesMatchIcalJs(seed, RULES_COMPARED)).toBeGreaterThan(RULES_COMPARED);
    },
    120_000,
  );

  it.each(icalJsDepartures)("a recurring event follows RFC 5545 where ical.js departs from it: $rule", (departure) => {
    const { rule, why, meant, theirs } = departure;
    const [first = ""] = meant;
    const [start_local, timezone] = [`${first}T07:00:00`, "Europe/Vienna"];
    const series = { start_local, end_local: `${first}T15:00:00`, timezone, recurrence: rule };
    const ours = listOccurrences(series, { from: first, to: "2028-12-31" }).map(({ date }) => date);
    expect(ours.slice(0, meant.length)).toEqual(meant);
    expect(occurrenceDatesByIcal({ text: rule, first, time: "07:00:00" }, meant.length)).toEqual(theirs);
    expect(icalComparisonExclusionReason(parseRecurrenceRule(rule) as RecurrenceRule)).toBe(why);
  });
});
