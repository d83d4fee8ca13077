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
import { checkReferences } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import { JsonText } from "#platform/http/handler";
import { problem } from "#platform/problem";
import { toursHitBy } from "./absence-tours.service";
import { announceEvent, lockChangeable, rewriteEvent, writeNewEvent } from "./calendar-event-record.service";
import {
  countEvents,
  type EventDraft,
  type EventRow,
  removeEvent,
  selectEvent,
  selectEvents,
  selectTimezone,
} from "./calendar-events.sql";
import { makeDefaultCalendar } from "./calendars.sql";
import { checkResource } from "./calendar-resource.service";
import { changedDraft, checkDay, newTimes, recurrenceOf } from "./event-draft.service";
import { removeExclusionsOf, selectExclusions } from "./exclusions.sql";
import { textsOf } from "./listing/event-texts";
import { listWindow, windowFromToday } from "./listing/list-window.service";
import { dayOf } from "./recurrence/local-time";
import { listOccurrences } from "./recurrence/recurrence";
import { seriesBefore, seriesFrom } from "./recurrence/series-split";
import { firstOccurrence } from "./recurrence/stored-occurrences";
import { moveTourShifts } from "./tour-from-shift.sql";

interface CalendarCall {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly now: Date;
}
export interface WritingCall extends CalendarCall {
  /** Scope of the tours that the caller may read; undefined when there are none. */
  readonly tours: Scope | undefined;
}
type ListQuery = QueryOf<(typeof calendarEventOperations)["getDefaultCalendarEvents"]>;
type CreateRequest = Static<typeof CalendarEventCreateRequest>;
type UpdateRequest = Static<typeof CalendarEventUpdateRequest> & { readonly id: string };

const EVENTS_MAX = 50_000;

export async function listEvents({ tx, scope, now }: CalendarCall, { from, to, calendar_id, ...filter }: ListQuery) {
  const { timezone, default_calendar_id } = await selectTimezone(tx);
  const window = listWindow({ from, to }, { now, timezone });
  const wanted = calendar_id ?? default_calendar_id;
  // The tenant has no default calendar before its first event.
  if (wanted === null) return [];
  const most = CALENDAR_OCCURRENCES_MAX;
  const times = await selectEvents(tx, scope, { calendar_id: wanted, window, filter, most });
  if (times.length > most) throw problem("LIMIT_EXCEEDED", { limit: most });
  return new JsonText(`[${textsOf(times).join(",")}]`);
}

export async function createEvent(call: WritingCall, request: CreateRequest) {
  const { tx, now } = call;
  const { timezone, default_calendar_id } = await selectTimezone(tx);
  const { all_day = false, event_type, note = null } = request;
  const times = newTimes({ start_at: request.start_at, end_at: request.end_at, all_day }, { timezone, now });
  const recurrence = recurrenceOf(request.recurrence);
  const resource = await checkResource(call, { type: request.resource_type, id: request.resource_id });
  await checkCalendar(tx, request.calendar_id);
  await checkRoom(tx);
  const calendar_id = request.calendar_id ?? default_calendar_id ?? (await makeDefaultCalendar(tx)).id;
  const draft = { ...times, ...resource, calendar_id, event_type, note, timezone, recurrence };
  const event = await writeNewEvent(tx, draft, { now });
  await announceEvent(tx, event, "created");
  return answerOf(call, event);
}

export async function changeEvent(call: WritingCall, { id, lock_version, from_date, ...change }: UpdateRequest) {
  const { tx, scope, now } = call;
  const before = await lockChangeable(tx, scope, { id, lock_version });
  const { timezone } = await selectTimezone(tx);
  const resource = await changedResource(call, before, change);
  await checkCalendar(tx, change.calendar_id);
  const isSplit = from_date !== undefined && !isFirst(before, from_date, now);
  const changed = (from: EventRow): EventDraft => ({ ...changedDraft(from, change, { timezone, now }), ...resource });
  const event = isSplit
    ? await splitEvent(call, before, { from_date, draft: changed({ ...before, ...seriesFrom(before, from_date) }) })
    : await rewriteEvent(tx, { ...changed(before), id }, now);
  await dropIdleExclusions(tx, event);
  await announceChange(tx, { before, event, isSplit });
  return answerOf(call, event);
}

/**
 * Splits an event at a day: before it the event stays as it was; from then on another event takes over, with the
 * excluded dates.
 */
async function splitEvent(
  { tx, now }: CalendarCall,
  before: EventRow,
  { from_date, draft }: { from_date: string; draft: EventDraft },
) {
  // The times of the two events would overlap.
  if (dayOf(draft.start_local) < from_date)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "from_date, start_at" });
  const exclusions = await selectExclusions(tx, before.id);
  // The day is excluded, so nothing can begin on it.
  if (exclusions.some(({ date }) => date === from_date))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "from_date" });
  await checkRoom(tx);
  const rest = await rewriteEvent(tx, { ...before, ...seriesBefore(before, from_date) }, now);
  await announceEvent(tx, rest, "updated");
  const event = await writeNewEvent(tx, draft, { now, inherits: { from: before.id, since: from_date } });
  moveTourShifts(tx, { from: before.id, since: from_date, to: event.id });
  return event;
}

/** Refuses more events than a tenant may have. */
export async function checkRoom(tx: Tx, more = 1) {
  const { count } = await countEvents(tx, EVENTS_MAX);
  if (count + more > EVENTS_MAX) throw problem("LIMIT_EXCEEDED", { limit: EVENTS_MAX });
}

/** Removes excluded dates on which the event no longer falls. */
async function dropIdleExclusions(tx: Tx, event: EventRow) {
  const left_out = (await selectExclusions(tx, event.id)).map(({ date }) => date);
  const [from, to] = [left_out[0], left_out.at(-1)];
  if (from === undefined || to === undefined) return;
  const meant = new Set(listOccurrences(event, { from, to }).map(({ date }) => date));
  const idle = left_out.filter((date) => !meant.has(date));
  if (idle.length > 0) removeExclusionsOf(tx, { event_id: event.id, dates: idle });
}

/** Notifies of a changed event. The former person or vehicle is not told to whom the event belongs now. */
async function announceChange(
  tx: Tx,
  { before, event, isSplit }: { before: EventRow; event: EventRow; isSplit: boolean },
) {
  const isSame = before.user_id === event.user_id && before.vehicle_id === event.vehicle_id;
  if (!isSplit && !isSame) await announceEvent(tx, before, "deleted");
  await announceEvent(tx, event, isSplit || !isSame ? "created" : "updated");
}

export async function deleteEvent(
  { tx, scope, now }: CalendarCall,
  { id, from_date }: { id: string; from_date?: string },
) {
  const event = await lockChangeable(tx, scope, { id });
  if (from_date !== undefined) checkDay({ field: "from_date", day: from_date }, event, now);
  const rest = from_date === undefined ? undefined : { ...event, ...seriesBefore(event, from_date) };
  // Without a day, or with no occurrence before it, the whole event is deleted.
  if (from_date === undefined || rest === undefined || !takesPlaceBefore(rest, from_date)) {
    await removeEvent(tx, id);
    return announceEvent(tx, event, "deleted");
  }
  const kept = await rewriteEvent(tx, rest, now);
  await dropIdleExclusions(tx, kept);
  return announceEvent(tx, kept, "updated");
}

function takesPlaceBefore(event: EventRow, date: string): boolean {
  const first = firstOccurrence(event);
  return first !== undefined && first.date < date;
}

function isFirst(event: EventRow, from_date: string, now: Date): boolean {
  checkDay({ field: "from_date", day: from_date }, event, now);
  if (listOccurrences(event, { from: from_date, to: from_date }).length === 0)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "from_date" });
  return !takesPlaceBefore(event, from_date);
}

async function answerOf(call: WritingCall, event: EventRow) {
  const { tx, now } = call;
  const hit = await toursHitBy(call, event);
  const times = await selectEvent(tx, event.id, windowFromToday({ now, timezone: event.timezone }));
  const [text] = textsOf(times);
  if (text === undefined) throw new Error("The event was written and is not there");
  return { ...(JSON.parse(text) as Static<typeof CalendarEvent>), ...hit };
}

async function changedResource(
  call: CalendarCall,
  before: EventRow,
  { resource_type, resource_id }: Pick<UpdateRequest, "resource_type" | "resource_id">,
) {
  const { user_id, vehicle_id } = before;
  if (resource_type === undefined && resource_id === undefined) return { user_id, vehicle_id };
  const type = resource_type ?? (user_id === null ? "VEHICLE" : "USER");
  return checkResource(call, { type, id: resource_id ?? ((user_id ?? vehicle_id) as string) });
}

export const checkCalendar = (tx: Tx, calendar_id: string | undefined) =>
  checkReferences(tx, [{ field: "calendar_id", table: sql`calendars`, ids: [calendar_id] }]);
