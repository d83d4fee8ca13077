import {
  CALENDAR_OCCURRENCES_MAX,
  type CalendarEvent,
  type CalendarEventCreateRequest,
  type CalendarEventUpdateRequest,
  type calendarEventOperations,
} from "@leitstand/contract/board/calendar-events";
import type { Static } from "@leitstand/contract/core/schema";
import type { QueryOf } from "@leitstand/contract/operation/operation";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { queueLockOfCount } from "#platform/database/lock";
import { checkReferencedIdsExist } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import { JsonAnswerText } from "#platform/http/handler";
import { problem } from "#platform/problem";
import { listToursDuringAbsence } from "./absence-tours.service";
import {
  announceCalendarEvent,
  lockChangeableCalendarEvent,
  replaceCalendarEventAndOccurrences,
  insertCalendarEventAndOccurrences,
} from "./calendar-event-record.service";
import {
  countCalendarEvents,
  type CalendarEventDraft,
  type CalendarEventRow,
  removeCalendarEvent,
  selectCalendarEvent,
  selectCalendarEvents,
  selectTimezoneAndDefaultCalendar,
} from "./calendar-events.sql";
import { insertDefaultCalendar } from "./calendars.sql";
import { checkCalendarResource } from "./calendar-resource.service";
import { applyEventChange, checkEventDay, resolveNewEventTimes, normalizeRecurrence } from "./event-draft.service";
import { removeExclusionsOfEvent, selectEventExclusions } from "./exclusions.sql";
import { renderCalendarEventsAsJson } from "./listing/event-texts";
import { resolveCalendarListWindow, defaultCalendarListWindow } from "./listing/list-window.service";
import { dayOfLocalTime } from "./recurrence/local-time";
import { listOccurrences } from "./recurrence/recurrence";
import { truncateSeriesBefore, continueSeriesFrom } from "./recurrence/series-split";
import { findFirstOccurrence } from "./recurrence/stored-occurrences";
import { moveTourShiftsToEvent } from "./tour-from-shift.sql";

interface CalendarCall {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly now: Date;
}
export interface CalendarWriteCall extends CalendarCall {
  /** Scope of the tours that the caller may read; undefined when there are none. */
  readonly tours: Scope | undefined;
}
type EventListQuery = QueryOf<(typeof calendarEventOperations)["getDefaultCalendarEvents"]>;
type EventCreateRequest = Static<typeof CalendarEventCreateRequest>;
type EventUpdateRequest = Static<typeof CalendarEventUpdateRequest> & { readonly id: string };

const CALENDAR_EVENTS_MAX = 50_000;

export async function listCalendarEventsInWindow(
  { tx, scope, now }: CalendarCall,
  { from, to, calendar_id, ...filter }: EventListQuery,
) {
  const { timezone, default_calendar_id } = await selectTimezoneAndDefaultCalendar(tx);
  const window = resolveCalendarListWindow({ from, to }, { now, timezone });
  const wanted = calendar_id ?? default_calendar_id;
  // The tenant has no default calendar before its first event.
  if (wanted === null) return [];
  const most = CALENDAR_OCCURRENCES_MAX;
  const times = await selectCalendarEvents(tx, scope, { calendar_id: wanted, window, filter, most });
  if (times.length > most) throw problem("LIMIT_EXCEEDED", { limit: most });
  return new JsonAnswerText(`[${renderCalendarEventsAsJson(times).join(",")}]`);
}

export async function createEvent(call: CalendarWriteCall, request: EventCreateRequest) {
  const { tx, now } = call;
  const { timezone, default_calendar_id } = await selectTimezoneAndDefaultCalendar(tx);
  const { all_day = false, event_type, note = null } = request;
  const times = resolveNewEventTimes(
    { start_at: request.start_at, end_at: request.end_at, all_day },
    { timezone, now },
  );
  const recurrence = normalizeRecurrence(request.recurrence);
  const resource = await checkCalendarResource(call, {
    type: request.resource_type,
    id: request.resource_id,
  });
  await requireExistingCalendar(tx, request.calendar_id);
  const calendar_id = request.calendar_id ?? default_calendar_id ?? (await insertDefaultCalendar(tx)).id;
  await checkCalendarEventQuota(tx);
  const draft = { ...times, ...resource, calendar_id, event_type, note, timezone, recurrence };
  const event = await insertCalendarEventAndOccurrences(tx, draft, { now });
  await announceCalendarEvent(tx, event, "created");
  return eventAnswerWithTours(call, event);
}

export async function changeEvent(
  call: CalendarWriteCall,
  { id, lock_version, from_date, ...change }: EventUpdateRequest,
) {
  const { tx, scope, now } = call;
  const before = await lockChangeableCalendarEvent(tx, scope, { id, lock_version });
  const { timezone } = await selectTimezoneAndDefaultCalendar(tx);
  const resource = await changedEventOwner(call, before, change);
  await requireExistingCalendar(tx, change.calendar_id);
  const isSplit = from_date !== undefined && !isFirstOccurrenceDate(before, from_date, now);
  const changed = (from: CalendarEventRow): CalendarEventDraft => ({
    ...applyEventChange(from, change, { timezone, now }),
    ...resource,
  });
  const event = isSplit
    ? await splitEvent(call, before, {
        from_date,
        draft: changed({ ...before, ...continueSeriesFrom(before, from_date) }),
      })
    : await replaceCalendarEventAndOccurrences(tx, { ...changed(before), id }, now);
  await removeUnusedExclusions(tx, event);
  await announceEventChange(tx, { before, event, isSplit });
  return eventAnswerWithTours(call, event);
}

/**
 * Splits an event at a day: before it the event stays as it was; from then on another event takes over, with the
 * excluded dates.
 */
async function splitEvent(
  { tx, now }: CalendarCall,
  before: CalendarEventRow,
  { from_date, draft }: { from_date: string; draft: CalendarEventDraft },
) {
  // The times of the two events would overlap.
  if (dayOfLocalTime(draft.start_local) < from_date)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "from_date, start_at" });
  const exclusions = await selectEventExclusions(tx, before.id);
  // The day is excluded, so nothing can begin on it.
  if (exclusions.some(({ date }) => date === from_date))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "from_date" });
  await checkCalendarEventQuota(tx);
  const rest = await replaceCalendarEventAndOccurrences(
    tx,
    { ...before, ...truncateSeriesBefore(before, from_date) },
    now,
  );
  await announceCalendarEvent(tx, rest, "updated");
  const event = await insertCalendarEventAndOccurrences(tx, draft, {
    now,
    inherits: { from: before.id, since: from_date },
  });
  moveTourShiftsToEvent(tx, { from: before.id, since: from_date, to: event.id });
  return event;
}

/** Refuses more events than a tenant may have. */
export async function checkCalendarEventQuota(tx: Tx, more = 1) {
  queueLockOfCount(tx, "calendar_events");
  const { count } = await countCalendarEvents(tx, CALENDAR_EVENTS_MAX);
  if (count + more > CALENDAR_EVENTS_MAX) throw problem("LIMIT_EXCEEDED", { limit: CALENDAR_EVENTS_MAX });
}

/** Removes excluded dates on which the event no longer falls. */
async function removeUnusedExclusions(tx: Tx, event: CalendarEventRow) {
  const left_out = (await selectEventExclusions(tx, event.id)).map(({ date }) => date);
  const [from, to] = [left_out[0], left_out.at(-1)];
  if (from === undefined || to === undefined) return;
  const meant = new Set(listOccurrences(event, { from, to }).map(({ date }) => date));
  const idle = left_out.filter((date) => !meant.has(date));
  if (idle.length > 0) removeExclusionsOfEvent(tx, { event_id: event.id, dates: idle });
}

/** Notifies of a changed event. The previous person or vehicle is not told to whom the event belongs now. */
async function announceEventChange(
  tx: Tx,
  { before, event, isSplit }: { before: CalendarEventRow; event: CalendarEventRow; isSplit: boolean },
) {
  const isSame = before.user_id === event.user_id && before.vehicle_id === event.vehicle_id;
  if (!isSplit && !isSame) await announceCalendarEvent(tx, before, "deleted");
  await announceCalendarEvent(tx, event, isSplit || !isSame ? "created" : "updated");
}

export async function deleteEvent(
  { tx, scope, now }: CalendarCall,
  { id, from_date }: { id: string; from_date?: string },
) {
  const event = await lockChangeableCalendarEvent(tx, scope, { id });
  if (from_date !== undefined) checkEventDay({ field: "from_date", day: from_date }, event, now);
  const rest = from_date === undefined ? undefined : { ...event, ...truncateSeriesBefore(event, from_date) };
  // Without a day, or with no occurrence before it, the whole event is deleted.
  if (from_date === undefined || rest === undefined || !hasOccurrenceBefore(rest, from_date)) {
    await removeCalendarEvent(tx, id);
    return announceCalendarEvent(tx, event, "deleted");
  }
  const kept = await replaceCalendarEventAndOccurrences(tx, rest, now);
  await removeUnusedExclusions(tx, kept);
  return announceCalendarEvent(tx, kept, "updated");
}

function hasOccurrenceBefore(event: CalendarEventRow, date: string): boolean {
  const first = findFirstOccurrence(event);
  return first !== undefined && first.date < date;
}

function isFirstOccurrenceDate(event: CalendarEventRow, from_date: string, now: Date): boolean {
  checkEventDay({ field: "from_date", day: from_date }, event, now);
  if (listOccurrences(event, { from: from_date, to: from_date }).length === 0)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "from_date" });
  return !hasOccurrenceBefore(event, from_date);
}

async function eventAnswerWithTours(call: CalendarWriteCall, event: CalendarEventRow) {
  const { tx, now } = call;
  const hit = await listToursDuringAbsence(call, event);
  const times = await selectCalendarEvent(tx, event.id, defaultCalendarListWindow({ now, timezone: event.timezone }));
  const [text] = renderCalendarEventsAsJson(times);
  if (text === undefined) throw new Error("The event was written and is not there");
  return { ...(JSON.parse(text) as Static<typeof CalendarEvent>), ...hit };
}

async function changedEventOwner(
  call: CalendarCall,
  before: CalendarEventRow,
  { resource_type, resource_id }: Pick<EventUpdateRequest, "resource_type" | "resource_id">,
) {
  const { user_id, vehicle_id } = before;
  if (resource_type === undefined && resource_id === undefined) return { user_id, vehicle_id };
  const type = resource_type ?? (user_id === null ? "VEHICLE" : "USER");
  return checkCalendarResource(call, { type, id: resource_id ?? ((user_id ?? vehicle_id) as string) });
}

export const requireExistingCalendar = (tx: Tx, calendar_id: string | undefined) =>
  checkReferencedIdsExist(tx, [{ field: "calendar_id", table: sql`calendars`, ids: [calendar_id] }]);
