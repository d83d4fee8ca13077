import { CALENDAR_DAYS_MAX } from "@leitstand/contract/board/calendar-events";
import { problem } from "#platform/problem";
import { computeOccurrencesOfEventDraft } from "../calendar-event-record.service";
import type { CalendarEventDraft } from "../calendar-events.sql";
import { resolveNewEventTimes, eventTimesFaultToProblem, normalizeRecurrence } from "../event-draft.service";
import { PLANNING_DAYS_AHEAD_MAX, findEventTimesFault } from "../event-times";
import { EXCLUSIONS_PER_EVENT_MAX } from "../exclusions.service";
import { addDays, dayOfLocalTime, localDayAt } from "../recurrence/local-time";
import { listOccurrences } from "../recurrence/recurrence";
import { continueSeriesFrom } from "../recurrence/series-split";
import type { ImportedEventTimes } from "./ics-event.service";

/** Values that are the same for all events of a file. */
export interface IcsImportContext {
  readonly now: Date;
  readonly timezone: string;
  readonly event_type: CalendarEventDraft["event_type"];
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
}
export interface PlannedCalendarEvent {
  /** Event without its calendar, which is known when it is written. */
  readonly draft: Omit<CalendarEventDraft, "calendar_id">;
  readonly excluded: readonly string[];
  readonly stored: ReturnType<typeof computeOccurrencesOfEventDraft>;
}
const RECURRENCE_LENGTH_MAX = 200;

/**
 * Turns an event of a file into one of the calendar; undefined when it was over too long ago. Refused like a single
 * event.
 */
export function planImportedEvent(
  read: ImportedEventTimes,
  note: string | null,
  common: IcsImportContext,
): PlannedCalendarEvent | undefined {
  const { now, ...own } = common;
  const { left_out, recurrence: rule, ...times } = read;
  const fault = findEventTimesFault(times);
  if (fault) throw eventTimesFaultToProblem(fault);
  const recurrence = normalizeRecurrence(rule);
  if ((recurrence?.length ?? 0) > RECURRENCE_LENGTH_MAX)
    throw problem("VALIDATION_FAILED", { field: "RRULE", rule: "maxLength" });
  const draft = skipToWritableOccurrences({ ...own, ...times, recurrence, note }, now);
  if (!draft) return undefined;
  resolveNewEventTimes(
    { start_at: `${draft.start_local}Z`, end_at: `${draft.end_local}Z`, all_day: draft.all_day },
    { timezone: "UTC", now },
  );
  const excluded = recurrence === null ? [] : excludedDaysOf(draft, { left_out, now });
  if (excluded.length > EXCLUSIONS_PER_EVENT_MAX) throw problem("LIMIT_EXCEEDED", { limit: EXCLUSIONS_PER_EVENT_MAX });
  const out = new Set(excluded);
  const stored = computeOccurrencesOfEventDraft(draft, now);
  return {
    draft,
    excluded,
    stored: { ...stored, occurrences: stored.occurrences.filter(({ date }) => !out.has(date)) },
  };
}

type ImportedEventDraft = PlannedCalendarEvent["draft"];

/**
 * Series that begins with its first occurrence that may still be written, for a series that began long ago; undefined
 * when there is no such occurrence.
 */
function skipToWritableOccurrences(draft: ImportedEventDraft, now: Date): ImportedEventDraft | undefined {
  const earliest = addDays(localDayAt(now, draft.timezone), 1 - CALENDAR_DAYS_MAX);
  if (dayOfLocalTime(draft.start_local) >= earliest) return draft;
  if (draft.recurrence === null) return undefined;
  const latest = addDays(earliest, CALENDAR_DAYS_MAX + PLANNING_DAYS_AHEAD_MAX);
  const first = firstOccurrenceDayIn(draft, { from: earliest, to: latest });
  return first === undefined ? undefined : { ...draft, ...continueSeriesFrom(draft, first) };
}

/** First occurrence in a range; the next year is searched before all of it. */
function firstOccurrenceDayIn(
  draft: ImportedEventDraft,
  { from, to }: { from: string; to: string },
): string | undefined {
  const inYear = listOccurrences(draft, { from, to: addDays(from, CALENDAR_DAYS_MAX) })[0];
  return (inYear ?? listOccurrences(draft, { from, to })[0])?.date;
}

/** Excluded days on which the event would take place, in order. */
function excludedDaysOf(
  draft: ImportedEventDraft,
  { left_out, now }: { left_out: readonly string[]; now: Date },
): string[] {
  const start = dayOfLocalTime(draft.start_local);
  const latest = addDays(localDayAt(now, draft.timezone), PLANNING_DAYS_AHEAD_MAX);
  const wanted = [...new Set(left_out)].filter((day) => day >= start && day <= latest).sort();
  const [from, to] = [wanted[0], wanted.at(-1)];
  if (from === undefined || to === undefined) return [];
  const meant = new Set(listOccurrences(draft, { from, to }).map(({ date }) => date));
  return wanted.filter((day) => meant.has(day));
}
