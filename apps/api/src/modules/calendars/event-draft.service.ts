import type { CalendarEventUpdateRequest } from "@leitstand/contract/board/calendar-events";
import type { Static } from "@leitstand/contract/core/schema";
import { problem, type Problem } from "#platform/problem";
import {
  type EventTimes,
  eventTimes,
  type EventTimesRequest,
  findDayFault,
  findStartFault,
  findTimesFault,
  type TimesFault,
} from "./event-times";
import { atMidnight, dayOf, localTimeOf } from "./recurrence/local-time";
import { formatRecurrenceRule, parseRecurrenceRule } from "./recurrence/recurrence-rule";

interface Where {
  readonly timezone: string;
  readonly now: Date;
}
/** What a change may name of an event. */
interface EventFields extends EventTimes {
  readonly calendar_id: string;
  readonly event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT";
  readonly timezone: string;
  readonly recurrence: string | null;
  readonly note: string | null;
}
type Change = Omit<Static<typeof CalendarEventUpdateRequest>, "lock_version" | "from_date">;

export function newTimes(request: EventTimesRequest, { timezone, now }: Where): EventTimes {
  const times = eventTimes(request, timezone);
  const fault = findTimesFault(times) ?? findStartFault(times, now);
  if (fault) throw problemOf(fault);
  return times;
}

export const problemOf = ([code, args]: TimesFault): Problem => problem(code, args as never);

/** A day of the event that a request names. */
export function checkDay(...day: Parameters<typeof findDayFault>) {
  const fault = findDayFault(...day);
  if (fault) throw problemOf(fault);
}

/** In the order in which it is answered; null: it takes place once. */
export function recurrenceOf(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const rule = parseRecurrenceRule(text);
  if (!rule) throw problem("VALIDATION_FAILED", { field: "recurrence", rule: "recurrence" });
  return formatRecurrenceRule(rule);
}

/** The event with what a change names; its zone is the one it had, unless its times are written over again. */
export function changedDraft<Event extends EventFields>(event: Event, change: Change, { timezone, now }: Where) {
  const { calendar_id, event_type, note } = { ...event, ...defined(change) };
  return {
    ...event,
    calendar_id,
    event_type,
    note,
    recurrence: change.recurrence === undefined ? event.recurrence : recurrenceOf(change.recurrence),
    ...changedTimes(event, change, { timezone, now }),
  };
}

function changedTimes(event: EventFields, { start_at, end_at, all_day }: Change, { timezone, now }: Where) {
  if (start_at === undefined && end_at === undefined && all_day === undefined) return {};
  // Both ends are read in one zone: what was written keeps its time on the clock.
  const isAllDay = all_day ?? event.all_day;
  const local = (given: string | undefined, known: string) =>
    given === undefined ? known : given.length === 10 ? atMidnight(given) : localTimeOf(given, timezone);
  const written = { start: local(start_at, event.start_local), end: local(end_at, event.end_local) };
  const times = isAllDay
    ? { ...allDay(written), all_day: true }
    : { start_local: written.start, end_local: written.end, all_day: false };
  const fault = findTimesFault(times) ?? (start_at === undefined ? undefined : findStartFault(times, now));
  if (fault) throw problemOf(fault);
  return { ...times, timezone };
}

function allDay({ start, end }: { start: string; end: string }) {
  const { start_local, end_local } = eventTimes({ start_at: `${start}Z`, end_at: `${end}Z`, all_day: true }, "UTC");
  return { start_local: atMidnight(dayOf(start_local)), end_local };
}

const defined = ({ calendar_id, event_type, note }: Change) => ({
  ...(calendar_id === undefined ? {} : { calendar_id }),
  ...(event_type === undefined ? {} : { event_type }),
  ...(note === undefined ? {} : { note }),
});
