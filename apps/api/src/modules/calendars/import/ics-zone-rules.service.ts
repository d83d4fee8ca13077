/** Reads the rules that a file has for a zone without a name of its own, such as those of Outlook (RFC 5545, 3.6.5). */
import { addDays, addLocalSeconds, dayOfLocalTime } from "../recurrence/local-time";
import { listOccurrences } from "../recurrence/recurrence";
import { parseRecurrenceRule } from "../recurrence/recurrence-rule";
import type { UtcOffsetSince } from "../recurrence/wall-clock";
import type { IcsComponent } from "./ics-parts";
import {
  type IcsPropertiesByName,
  parseIcsProperties,
  readIcsTextProperty,
  parseIcsTimesOfProperty,
} from "./ics-property.service";

interface MomentSpan {
  readonly from: Date;
  readonly to: Date;
}
/**
 * Maximum number of rules of a zone: one had a few dozen in a hundred years, and has one for each change of the clocks.
 */
const ZONE_RULES_MAX = 100;
const CURRENT_ZONE_RULES_MAX = 4;
const DAYS_PER_YEAR = 366;

/** Offsets by the rules of a zone; undefined when the rules are invalid, or apply more than once a year. */
export function computeUtcOffsetsByZoneRules(
  { parts }: IcsComponent,
  span: MomentSpan,
): readonly UtcOffsetSince[] | undefined {
  if (parts.length === 0 || parts.length > ZONE_RULES_MAX) return undefined;
  const rules = parts.map((part) => parseIcsProperties(part).known);
  if (rules.filter((rule) => isZoneRuleValidIn(rule, span)).length > CURRENT_ZONE_RULES_MAX) return undefined;
  const changes = rules.map((rule) => clockChangesOfRule(rule, span));
  if (!changes.every((list) => list !== undefined)) return undefined;
  const sorted = changes.flat().sort((a, b) => a.since - b.since);
  const first = sorted.findLastIndex(({ since }) => since <= span.from.getTime());
  return sorted
    .slice(Math.max(0, first))
    .map(({ since, ahead }, index) => ({ since: index === 0 ? Number.NEGATIVE_INFINITY : since, ahead }));
}

/** Whether a rule recurs each year and has not ended before the span. */
function isZoneRuleValidIn(properties: IcsPropertiesByName, { from }: MomentSpan): boolean {
  const rule = properties.get("RRULE")?.[0]?.raw;
  const until = /UNTIL=([0-9]{8})/i.exec(rule ?? "")?.[1];
  return rule !== undefined && (until === undefined || until >= firstDayToCompute(from).replaceAll("-", ""));
}

/** First day to compute, early enough to include the last change before the span. */
const firstDayToCompute = (from: Date) => addDays(dayOfLocalTime(from.toISOString()), -2 * DAYS_PER_YEAR);

/** Moments at which the clock is set to the offset of one rule. */
function clockChangesOfRule(properties: IcsPropertiesByName, span: MomentSpan): UtcOffsetSince[] | undefined {
  const [before, after] = [offsetSecondsOf(properties, "TZOFFSETFROM"), offsetSecondsOf(properties, "TZOFFSETTO")];
  const start = ruleStartOf(properties);
  const recurrence = zoneRuleRecurrence(properties, before ?? 0);
  if (before === undefined || after === undefined || start === undefined || recurrence === undefined) return undefined;
  const series = { start_local: start, end_local: addLocalSeconds(start, 1), timezone: "UTC", recurrence };
  const days = { from: firstDayToCompute(span.from), to: dayOfLocalTime(span.to.toISOString()) };
  const dates = isZoneRuleValidIn(properties, span) ? listOccurrences(series, days).map(({ date }) => date) : [];
  const listed = (properties.get("RDATE") ?? []).flatMap((property) => parseIcsTimesOfProperty(property) ?? []);
  const locals = [
    start,
    ...dates.map((date) => `${date}${start.slice(10)}`),
    ...listed.flatMap((time) => (time.kind === "LOCAL" ? [time.local] : [])),
  ];
  return locals.map((local) => ({ since: Date.parse(`${local}Z`) - before * 1000, ahead: after * 1000 }));
}

function ruleStartOf(properties: IcsPropertiesByName): string | undefined {
  const value = properties.get("DTSTART")?.[0];
  // Rules of Outlook begin in 1601, before any moment that an event may have.
  const [, year, month, day, time] = /^([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{6})$/.exec(value?.raw.trim() ?? "") ?? [];
  if (year === undefined || time === undefined) return undefined;
  const local = `${year < "1970" ? "1970" : year}-${month}-${day}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}`;
  const known = new Date(`${local}Z`);
  return !Number.isNaN(known.getTime()) && known.toISOString().startsWith(local) ? local : undefined;
}

/**
 * Recurrence of a rule; null when it applies once, undefined when it applies more than once a year, or on more than a
 * day of a month.
 */
function zoneRuleRecurrence(properties: IcsPropertiesByName, before: number): string | null | undefined {
  const raw = properties.get("RRULE")?.[0]?.raw.trim();
  if (raw === undefined) return null;
  // Ends of rules are moments; the days here are local days.
  const local = raw.replace(/UNTIL=([0-9]{8})T([0-9]{6})Z/i, (_, day: string, time: string) => {
    const [moment] =
      parseIcsTimesOfProperty({ name: "", params: {}, raw: "", values: [toIsoLocalTime(day, time)] }) ?? [];
    return moment?.kind === "LOCAL"
      ? `UNTIL=${addLocalSeconds(moment.local, before).slice(0, 10).replaceAll("-", "")}`
      : "";
  });
  const rule = parseRecurrenceRule(local);
  return rule?.freq === "YEARLY" && rule.by_month.length <= 1 && rule.by_day.length <= 1 ? local : undefined;
}

const toIsoLocalTime = (day: string, time: string) =>
  `${day.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}`;

/** Seconds of an offset such as `+0100`, which ical.js turns into `+01:00`. */
function offsetSecondsOf(properties: IcsPropertiesByName, name: string): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] =
    /^([+-])([0-9]{2}):?([0-9]{2}):?([0-9]{2})?$/.exec(readIcsTextProperty(properties, name) ?? "") ?? [];
  if (sign === undefined) return undefined;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return total > 86_400 ? undefined : sign === "-" ? -total : total;
}
