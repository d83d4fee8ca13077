import { CALENDAR_DAYS_MAX } from "@leitstand/contract/board/calendar-events";
import { problem } from "#platform/problem";
import { expandDraft } from "../calendar-event-record.service";
import type { EventDraft } from "../calendar-events.sql";
import { newTimes, problemOf, recurrenceOf } from "../event-draft.service";
import { DAYS_AHEAD_MAX, findTimesFault } from "../event-times";
import { EXCLUSIONS_MAX } from "../exclusions.service";
import { addDays, dayOf, localDayOf } from "../recurrence/local-time";
import { listOccurrences } from "../recurrence/recurrence";
import { seriesFrom } from "../recurrence/series-split";
import type { ReadEvent } from "./ics-event.service";

/** Values that are the same for all events of a file. */
export interface PlanCommon {
  readonly now: Date;
  readonly timezone: string;
  readonly event_type: EventDraft["event_type"];
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
}
export interface PlannedEvent {
  /** Event without its calendar, which is known when it is written. */
  readonly draft: Omit<EventDraft, "calendar_id">;
  readonly excluded: readonly string[];
  readonly stored: ReturnType<typeof expandDraft>;
}
const RECURRENCE_MAX = 200;

/**
 * Turns an event of a file into one of the calendar; undefined when it was over too long ago. Refused like a single
 * event.
 */
export function planEvent(read: ReadEvent, note: string | null, common: PlanCommon): PlannedEvent | undefined {
  const { now, ...own } = common;
  const { left_out, recurrence: rule, ...times } = read;
  const fault = findTimesFault(times);
  if (fault) throw problemOf(fault);
  const recurrence = recurrenceOf(rule);
  if ((recurrence?.length ?? 0) > RECURRENCE_MAX)
    throw problem("VALIDATION_FAILED", { field: "RRULE", rule: "maxLength" });
  const draft = sinceWeCount({ ...own, ...times, recurrence, note }, now);
  if (!draft) return undefined;
  newTimes(
    { start_at: `${draft.start_local}Z`, end_at: `${draft.end_local}Z`, all_day: draft.all_day },
    { timezone: "UTC", now },
  );
  const excluded = recurrence === null ? [] : daysOf(draft, { left_out, now });
  if (excluded.length > EXCLUSIONS_MAX) throw problem("LIMIT_EXCEEDED", { limit: EXCLUSIONS_MAX });
  const out = new Set(excluded);
  const stored = expandDraft(draft, now);
  return {
    draft,
    excluded,
    stored: { ...stored, occurrences: stored.occurrences.filter(({ date }) => !out.has(date)) },
  };
}

type Draft = PlannedEvent["draft"];

/** Series from its first time that may still be written, for one that began long ago; undefined when there is none. */
function sinceWeCount(draft: Draft, now: Date): Draft | undefined {
  const earliest = addDays(localDayOf(now, draft.timezone), 1 - CALENDAR_DAYS_MAX);
  if (dayOf(draft.start_local) >= earliest) return draft;
  if (draft.recurrence === null) return undefined;
  const latest = addDays(earliest, CALENDAR_DAYS_MAX + DAYS_AHEAD_MAX);
  const first = firstOf(draft, { from: earliest, to: latest });
  return first === undefined ? undefined : { ...draft, ...seriesFrom(draft, first) };
}

/** First occurrence in a range; the next year is searched before all of it. */
function firstOf(draft: Draft, { from, to }: { from: string; to: string }): string | undefined {
  const inYear = listOccurrences(draft, { from, to: addDays(from, CALENDAR_DAYS_MAX) })[0];
  return (inYear ?? listOccurrences(draft, { from, to })[0])?.date;
}

/** Excluded days on which the event would take place, in order. */
function daysOf(draft: Draft, { left_out, now }: { left_out: readonly string[]; now: Date }): string[] {
  const start = dayOf(draft.start_local);
  const latest = addDays(localDayOf(now, draft.timezone), DAYS_AHEAD_MAX);
  const wanted = [...new Set(left_out)].filter((day) => day >= start && day <= latest).sort();
  const [from, to] = [wanted[0], wanted.at(-1)];
  if (from === undefined || to === undefined) return [];
  const meant = new Set(listOccurrences(draft, { from, to }).map(({ date }) => date));
  return wanted.filter((day) => meant.has(day));
}
