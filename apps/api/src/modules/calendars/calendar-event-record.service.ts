import type { EventPayload } from "@leitstand/contract/board/events";
import { markTourPlansOfMemberOutdated } from "#modules/tour-plans/index";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { findMissingOrConflictProblem } from "#platform/database/lock";
import { announceEvent } from "#platform/events/events";
import { notFound, problem } from "#platform/problem";
import {
  type CalendarEventDraft,
  type CalendarEventRow,
  insertCalendarEvent,
  lockCalendarEvent,
  lockCalendarEventsOfUser,
  selectIsEventVisible,
  updateCalendarEventRow,
} from "./calendar-events.sql";
import { eventLockVersionCheckOptions, selectBranchesOfEventOwner } from "./calendar-scope.sql";
import { moveExclusionsToEvent } from "./exclusions.sql";
import { insertOccurrences, removeOccurrences } from "./occurrences.sql";
import { computeOccurrencesToStore } from "./recurrence/stored-occurrences";
import { ZoneClock } from "./recurrence/wall-clock";

export async function checkCalendarEventIsVisible(tx: Tx, scope: Scope, id: string) {
  if (!(await selectIsEventVisible(tx, scope, id))) throw notFound("calendar_event", id);
}

/** Locks and answers an event; refused when the caller may not change it, or it has another lock version. */
export async function lockChangeableCalendarEvent(
  tx: Tx,
  scope: Scope,
  { id, lock_version }: { id: string; lock_version?: number },
): Promise<CalendarEventRow> {
  const event = await lockCalendarEvent(tx, scope, id);
  if (event && (lock_version === undefined || lock_version === event.lock_version)) return event;
  throw await findMissingOrConflictProblem(tx, {
    id,
    ...eventLockVersionCheckOptions(tx, scope),
    ...(lock_version === undefined ? {} : { lock_version }),
  });
}

interface EventInheritance {
  /** Event that this one continues, and the day from which it does so. */
  readonly from: string;
  readonly since: string;
}

export async function insertCalendarEventAndOccurrences(
  tx: Tx,
  draft: CalendarEventDraft,
  { now, inherits }: { now: Date; inherits?: EventInheritance },
) {
  const { occurrences, ...kept } = computeOccurrencesOfEventDraft(draft, now);
  const event = await insertCalendarEvent(tx, draft, kept);
  // Excluded dates have to be stored before the occurrences.
  if (inherits) moveExclusionsToEvent(tx, { ...inherits, to: event.id });
  insertOccurrences(tx, event, occurrences);
  return event;
}

/** Replaces an event and writes all of its occurrences again. */
export async function replaceCalendarEventAndOccurrences(
  tx: Tx,
  { id, ...draft }: CalendarEventDraft & { id: string },
  now: Date,
) {
  const { occurrences, ...kept } = computeOccurrencesOfEventDraft(draft, now);
  const event = await updateCalendarEventRow(tx, draft, { ...kept, id });
  removeOccurrences(tx, id);
  insertOccurrences(tx, event, occurrences);
  return event;
}

/** Computes the occurrences of an event; refused when there are none. */
export function computeOccurrencesOfEventDraft(draft: Omit<CalendarEventDraft, "calendar_id">, now: Date) {
  const kept = computeOccurrencesToStore(draft, now);
  if (!kept) throw problem("FIELD_COMBINATION_INVALID", { fields: "start_at,recurrence" });
  const { start_local, end_local, timezone } = draft;
  const clock = new ZoneClock(timezone, new Date(`${start_local}Z`), new Date(`${end_local}Z`));
  return { ...kept, first_start: clock.momentOf(start_local), first_end: clock.momentOf(end_local) };
}

type CalendarChangeKind = EventPayload<"calendar">["change"];

/** Notifies the offices of the branches, the person concerned, and the worker that computes when tours end. */
export const announceCalendarEvent = (tx: Tx, event: CalendarEventRow, change: CalendarChangeKind) =>
  announceCalendarEvents(tx, [event], change);

/** Notifies of several events of one person or vehicle, like `announceCalendarEvent`. */
export async function announceCalendarEvents(tx: Tx, events: readonly CalendarEventRow[], change: CalendarChangeKind) {
  const [first] = events;
  if (!first) return;
  const { user_id, vehicle_id } = first;
  markTourPlansOfMemberOutdated(tx, { user_id, vehicle_id });
  const { branch_ids } = await selectBranchesOfEventOwner(tx, { user_id, vehicle_id });
  const audience = { branch_ids, user_ids: user_id === null ? [] : [user_id] };
  for (const event of events)
    announceEvent(tx, {
      type: "calendar",
      audience,
      payload: {
        event_id: event.id,
        change,
        calendar_id: event.calendar_id,
        event_type: event.event_type,
        resource_type: user_id === null ? "VEHICLE" : "USER",
        resource_id: (user_id ?? vehicle_id) as string,
        starts_at: event.starts_at,
        ends_at: event.ends_at,
      },
    });
}

/** Announces the end of all events of a person whose data are about to be deleted, and their events with them. */
export const announceEventsOfDeletedUser = async (tx: Tx, user_id: string) =>
  announceCalendarEvents(tx, await lockCalendarEventsOfUser(tx, user_id), "deleted");
