import type { CalendarEventUpdateRequest } from "@leitstand/contract/board/calendar-events";
import type { Static } from "@leitstand/contract/core/schema";
import { problem, type Problem } from "#platform/problem";
import {
  endOfDays,
  type EventTimes,
  eventTimes,
  type EventTimesRequest,
  findDayFault,
  findStartFault,
  findTimesFault,
  localOf,
  type TimesFault,
} from "./event-times";
import { atMidnight, dayOf } from "./recurrence/local-time";
import { formatRecurrenceRule, parseRecurrenceRule } from "./recurrence/recurrence-rule";

interface Where {
  readonly timezone: string;
  readonly now: Date;
}
/** Fields of an event that a change may name. */
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

/** Checks a day of the event that a request names. */
export function checkDay(...day: Parameters<typeof findDayFault>) {
  const fault = findDayFault(...day);
  if (fault) throw problemOf(fault);
}

/** Recurrence rule in the order in which it is answered; null for an event that takes place once. */
export function recurrenceOf(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const rule = parseRecurrenceRule(text);
  if (!rule) throw problem("VALIDATION_FAILED", { field: "recurrence", rule: "recurrence" });
  return formatRecurrenceRule(rule);
}

/** Event with the fields that a change names. It keeps its zone unless its times are changed. */
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
  // Both ends are read in one zone: a stored end keeps its local time.
  const start_local = start_at === undefined ? event.start_local : localOf(start_at, timezone);
  const end_local = end_at === undefined ? event.end_local : localOf(end_at, timezone);
  const times =
    (all_day ?? event.all_day)
      ? {
          all_day: true,
          start_local: atMidnight(dayOf(start_local)),
          end_local: end_at === undefined ? endOfDays(`${end_local}Z`, "UTC") : endOfDays(end_at, timezone),
        }
      : { all_day: false, start_local, end_local };
  const fault = findTimesFault(times) ?? (start_at === undefined ? undefined : findStartFault(times, now));
  if (fault) throw problemOf(fault);
  return { ...times, timezone };
}

const defined = ({ calendar_id, event_type, note }: Change) => ({
  ...(calendar_id === undefined ? {} : { calendar_id }),
  ...(event_type === undefined ? {} : { event_type }),
  ...(note === undefined ? {} : { note }),
});
