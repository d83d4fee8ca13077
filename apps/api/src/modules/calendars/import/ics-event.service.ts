import { problem } from "#platform/problem";
import { type CalendarEventTimes, OCCURRENCE_LENGTH_DAYS_MAX } from "../event-times";
import { addDays, addLocalSeconds, midnightOf, dayOfLocalTime, localSecondsBetween } from "../recurrence/local-time";
import { RECURRENCE_COUNT_MAX } from "../recurrence/recurrence-rule";
import type { IcsComponent } from "./ics-parts";
import {
  parseIcsDuration,
  type IcsProperty,
  type IcsTime,
  type IcsPropertiesByName,
  parseIcsProperties,
  parseIcsTimesOfProperty,
} from "./ics-property.service";
import type { IcsToTenantTimeConverter } from "./tenant-clock.service";

/** Times of an imported event, on the tenant's clock. */
export interface ImportedEventTimes extends CalendarEventTimes {
  /** Recurrence as an RRULE, not checked yet. */
  readonly recurrence: string | null;
  /** Days on which the series would begin an occurrence and does not. */
  readonly left_out: readonly string[];
}

const DAY_SECONDS = 86_400;
/** Longest DURATION that is read: a hundred years, in any unit. */
const DURATION_DAYS_MAX = 36_600;

/**
 * Reads an event of a file. Its refusal has the same words as that of a single event; fields are named as the file
 * names them.
 */
export function readIcsEventTimes(part: IcsComponent, clock: IcsToTenantTimeConverter): ImportedEventTimes {
  const { known, broken } = parseIcsProperties(part);
  if (broken[0] !== undefined) throw problem("VALIDATION_FAILED", { field: broken[0], rule: "format" });
  refuseUnsupportedRecurrence(known);
  const start = requireSingleTime(known, "DTSTART");
  if (!start) throw problem("VALIDATION_FAILED", { field: "DTSTART", rule: "required" });
  const times = start.kind === "DAY" ? allDayTimes(known, start.day) : timedEventTimes(known, start, clock);
  const rule = known.get("RRULE")?.[0]?.raw.trim();
  if (rule === undefined) return { ...splitIntoDailyEvents(times), left_out: [] };
  if (!clock.isInStep(start)) throw problem("VALIDATION_FAILED", { field: "DTSTART", rule: "recurrence_timezone" });
  const left_out = (known.get("EXDATE") ?? []).flatMap((property) =>
    requireTimes(property).map((time) => dayOfLocalTime(clock.localOf(time, "EXDATE"))),
  );
  return { ...times, recurrence: convertRecurrenceEnd(rule, start, clock), left_out };
}

/** Day of a series that this event replaces; null for a separate event. */
export function readReplacedSeriesDay(part: IcsComponent, clock: IcsToTenantTimeConverter): string | null {
  const property = parseIcsProperties(part).known.get("RECURRENCE-ID")?.[0];
  const [time] = property ? requireTimes(property) : [];
  return time ? dayOfLocalTime(clock.localOf(time, "RECURRENCE-ID")) : null;
}

function refuseUnsupportedRecurrence(known: IcsPropertiesByName) {
  if (known.has("RDATE")) throw problem("VALIDATION_FAILED", { field: "RDATE", rule: "recurrence_dates" });
  if (known.has("EXRULE")) throw problem("VALIDATION_FAILED", { field: "EXRULE", rule: "recurrence" });
  const rules = known.get("RRULE")?.length ?? 0;
  if (rules > 1) throw problem("VALIDATION_FAILED", { field: "RRULE", rule: "recurrence" });
  const replaced = known.get("RECURRENCE-ID")?.[0];
  if (!replaced) return;
  if ("range" in replaced.params)
    throw problem("VALIDATION_FAILED", { field: "RECURRENCE-ID", rule: "recurrence_range" });
  if (rules > 0) throw problem("FIELD_COMBINATION_INVALID", { fields: "RECURRENCE-ID,RRULE" });
}

function requireTimes(property: IcsProperty): readonly IcsTime[] {
  const times = parseIcsTimesOfProperty(property);
  if (!times) throw problem("VALIDATION_FAILED", { field: property.name, rule: "format" });
  return times;
}

function requireSingleTime(known: IcsPropertiesByName, name: string): IcsTime | undefined {
  const property = known.get(name)?.[0];
  return property && requireTimes(property)[0];
}

/** Times of an all-day event; without an end it lasts that day. */
function allDayTimes(known: IcsPropertiesByName, day: string): CalendarEventTimes {
  const end = requireSingleTime(known, "DTEND");
  if (end && end.kind !== "DAY") throw problem("FIELD_COMBINATION_INVALID", { fields: "DTSTART,DTEND" });
  const length = eventDurationOf(known);
  if (length && length.seconds > 0) throw problem("FIELD_COMBINATION_INVALID", { fields: "DTSTART,DURATION" });
  const until = end?.day ?? addDays(day, length?.days ?? 1);
  return { all_day: true, start_local: midnightOf(day), end_local: midnightOf(until) };
}

/** Times of an event with a time of day; without an end it has no length, and is refused for that. */
function timedEventTimes(
  known: IcsPropertiesByName,
  start: IcsTime,
  clock: IcsToTenantTimeConverter,
): CalendarEventTimes {
  const end = requireSingleTime(known, "DTEND");
  if (end?.kind === "DAY") throw problem("FIELD_COMBINATION_INVALID", { fields: "DTSTART,DTEND" });
  const start_local = clock.localOf(start, "DTSTART");
  if (end) return { all_day: false, start_local, end_local: clock.localOf(end, "DTEND") };
  const { days, seconds } = eventDurationOf(known) ?? { days: 0, seconds: 0 };
  const sameTime = addLocalSeconds(start_local, days * DAY_SECONDS);
  const end_local = seconds === 0 ? sameTime : clock.later(sameTime, seconds);
  return { all_day: false, start_local, end_local };
}

function eventDurationOf(known: IcsPropertiesByName) {
  const property = known.get("DURATION")?.[0];
  if (!property) return undefined;
  const length = parseIcsDuration(property);
  if (!length || length.days + length.seconds / DAY_SECONDS > DURATION_DAYS_MAX)
    throw problem("VALIDATION_FAILED", { field: "DURATION", rule: "format" });
  return length;
}

/** Turns all-day events that are longer than one occurrence may be into daily ones. */
function splitIntoDailyEvents(times: CalendarEventTimes): CalendarEventTimes & { recurrence: string | null } {
  const days = localSecondsBetween(times.start_local, times.end_local) / DAY_SECONDS;
  if (!times.all_day || days <= OCCURRENCE_LENGTH_DAYS_MAX || days > RECURRENCE_COUNT_MAX)
    return { ...times, recurrence: null };
  const end_local = midnightOf(addDays(dayOfLocalTime(times.start_local), 1));
  return { ...times, end_local, recurrence: `FREQ=DAILY;COUNT=${days}` };
}

/** Turns the end of a rule, on the clock of the file, into a moment; for all-day events the day counts. */
function convertRecurrenceEnd(rule: string, start: IcsTime, clock: IcsToTenantTimeConverter): string {
  return rule.replace(/UNTIL=[0-9]{8}T[0-9]{6}Z?/i, (text: string) => {
    const [, day = "", time = "", utc = ""] = /([0-9]{8})T([0-9]{6})(Z?)/i.exec(text) ?? [];
    if (start.kind === "DAY") return `UNTIL=${day}`;
    if (utc !== "") return text.toUpperCase();
    const local = `${day.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}`;
    const moment = clock.momentOf(start.kind === "LOCAL" ? { ...start, local } : { kind: "LOCAL", local, zone: null });
    return moment ? `UNTIL=${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z` : text;
  });
}
