import type { CalendarEventUpdateRequest } from "@leitstand/contract/board/calendar-events";
import type { Static } from "@leitstand/contract/core/schema";
import { problem, type Problem } from "#platform/problem";
import {
  endOfAllDayEvent,
  type CalendarEventTimes,
  toCalendarEventTimes,
  type EventTimesRequest,
  findEventDayFault,
  findEventStartFault,
  findEventTimesFault,
  momentOrDayToLocalTime,
  type EventTimesFault,
} from "./event-times";
import { midnightOf, dayOfLocalTime } from "./recurrence/local-time";
import { formatRecurrenceRule, parseRecurrenceRule } from "./recurrence/recurrence-rule";

interface EventClock {
  readonly timezone: string;
  readonly now: Date;
}
/** Fields of an event that a change may name. */
interface ChangeableEventFields extends CalendarEventTimes {
  readonly calendar_id: string;
  readonly event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT";
  readonly timezone: string;
  readonly recurrence: string | null;
  readonly note: string | null;
}
type EventChange = Omit<Static<typeof CalendarEventUpdateRequest>, "lock_version" | "from_date">;

export function resolveNewEventTimes(request: EventTimesRequest, { timezone, now }: EventClock): CalendarEventTimes {
  const times = toCalendarEventTimes(request, timezone);
  const fault = findEventTimesFault(times) ?? findEventStartFault(times, now);
  if (fault) throw eventTimesFaultToProblem(fault);
  return times;
}

export const eventTimesFaultToProblem = ([code, args]: EventTimesFault): Problem => problem(code, args as never);

/** Checks a day of the event that a request names. */
export function checkEventDay(...day: Parameters<typeof findEventDayFault>) {
  const fault = findEventDayFault(...day);
  if (fault) throw eventTimesFaultToProblem(fault);
}

/** Recurrence rule in the order in which it is answered; null for an event that takes place once. */
export function normalizeRecurrence(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const rule = parseRecurrenceRule(text);
  if (!rule) throw problem("VALIDATION_FAILED", { field: "recurrence", rule: "recurrence" });
  return formatRecurrenceRule(rule);
}

/** Event with the fields that a change names. It keeps its zone unless its times are changed. */
export function applyEventChange<Event extends ChangeableEventFields>(
  event: Event,
  change: EventChange,
  { timezone, now }: EventClock,
) {
  const { calendar_id, event_type, note } = { ...event, ...definedEventFields(change) };
  return {
    ...event,
    calendar_id,
    event_type,
    note,
    recurrence: change.recurrence === undefined ? event.recurrence : normalizeRecurrence(change.recurrence),
    ...applyTimesChange(event, change, { timezone, now }),
  };
}

function applyTimesChange(
  event: ChangeableEventFields,
  { start_at, end_at, all_day }: EventChange,
  { timezone, now }: EventClock,
) {
  if (start_at === undefined && end_at === undefined && all_day === undefined) return {};
  // Both ends are read in one zone: a stored end keeps its local time.
  const start_local = start_at === undefined ? event.start_local : momentOrDayToLocalTime(start_at, timezone);
  const end_local = end_at === undefined ? event.end_local : momentOrDayToLocalTime(end_at, timezone);
  const times =
    (all_day ?? event.all_day)
      ? {
          all_day: true,
          start_local: midnightOf(dayOfLocalTime(start_local)),
          end_local:
            end_at === undefined ? endOfAllDayEvent(`${end_local}Z`, "UTC") : endOfAllDayEvent(end_at, timezone),
        }
      : { all_day: false, start_local, end_local };
  const fault = findEventTimesFault(times) ?? (start_at === undefined ? undefined : findEventStartFault(times, now));
  if (fault) throw eventTimesFaultToProblem(fault);
  return { ...times, timezone };
}

const definedEventFields = ({ calendar_id, event_type, note }: EventChange) => ({
  ...(calendar_id === undefined ? {} : { calendar_id }),
  ...(event_type === undefined ? {} : { event_type }),
  ...(note === undefined ? {} : { note }),
});
