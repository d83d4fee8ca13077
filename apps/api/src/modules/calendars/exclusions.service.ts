import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import {
  announceCalendarEvent,
  lockChangeableCalendarEvent,
  checkCalendarEventIsVisible,
} from "./calendar-event-record.service";
import type { CalendarEventRow } from "./calendar-events.sql";
import { checkEventDay } from "./event-draft.service";
import { updateEventEndForOccurrence } from "./extend.sql";
import { insertEventExclusion, removeEventExclusion, selectEventExclusions } from "./exclusions.sql";
import { insertOccurrences, removeOccurrence } from "./occurrences.sql";
import { listOccurrences } from "./recurrence/recurrence";

/** Maximum number of excluded dates of an event: the days of two years. */
export const EXCLUSIONS_PER_EVENT_MAX = 732;

export async function listExclusions(tx: Tx, scope: Scope, event_id: string) {
  await checkCalendarEventIsVisible(tx, scope, event_id);
  return selectEventExclusions(tx, event_id);
}

export async function createExclusion(
  { tx, scope, now }: { readonly tx: Tx; readonly scope: Scope; readonly now: Date },
  { event_id, date }: { event_id: string; date: string },
) {
  const event = await lockChangeableCalendarEvent(tx, scope, { id: event_id });
  checkEventDay({ field: "date", day: date }, event, now);
  if (listOccurrences(event, { from: date, to: date }).length === 0)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "eventId,date" });
  removeOccurrence(tx, { event_id, date });
  const exclusion = await insertEventExclusion(tx, { event_id, date, most: EXCLUSIONS_PER_EVENT_MAX });
  if (!exclusion) throw problem("LIMIT_EXCEEDED", { limit: EXCLUSIONS_PER_EVENT_MAX });
  await announceCalendarEvent(tx, event, "updated");
  return exclusion;
}

export async function deleteExclusion(tx: Tx, scope: Scope, { event_id, id }: { event_id: string; id: string }) {
  const event = await lockChangeableCalendarEvent(tx, scope, { id: event_id });
  const removed = await removeEventExclusion(tx, { event_id, id });
  if (!removed) throw notFound("calendar_event_exclusion", id);
  await announceCalendarEvent(tx, await restoreOccurrence(tx, event, removed.date), "updated");
}

/** Stores an occurrence that is excluded no longer. The event may have ended before it: it ends with it then. */
async function restoreOccurrence(tx: Tx, event: CalendarEventRow, date: string): Promise<CalendarEventRow> {
  if (date > event.expanded_until) return event;
  const occurrences = listOccurrences(event, { from: date, to: date });
  insertOccurrences(tx, event, occurrences);
  return { ...event, ...(await updateEventEndForOccurrence(tx, event.id, occurrences[0]?.ends_at)) };
}
