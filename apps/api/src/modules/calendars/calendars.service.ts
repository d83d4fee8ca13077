import type {
  CalendarCreateRequest,
  CalendarGroupCreateRequest,
  CalendarGroupUpdateRequest,
  CalendarUpdateRequest,
} from "@leitstand/contract/board/calendars";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { findMissingOrConflictProblem, queueLockOfCount } from "#platform/database/lock";
import { checkReferencedIdsExist } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import { notFound, problem } from "#platform/problem";
import {
  countCalendarsOfGroup,
  countEventsOfCalendar,
  insertCalendar,
  insertCalendarGroup,
  lockCalendar,
  lockCalendarGroup,
  removeCalendar,
  removeCalendarGroup,
  selectCalendar,
  selectCalendars,
  selectCalendarGroup,
  selectCalendarGroups,
  updateCalendar,
  updateCalendarGroupRow,
} from "./calendars.sql";
import { requireKnownHolidayCountryAndRegion } from "./holidays/calendar-place.service";

/** Maximum number of calendars and of calendar groups of a tenant, because their lists are not paged. */
const CALENDARS_MAX = 1_000;
const calendarLockVersionCheckOptions = { table: sql`calendars`, resource: "calendar" } as const;
const groupLockVersionCheckOptions = { table: sql`calendar_groups`, resource: "calendar_group" } as const;

export const listCalendarGroups = selectCalendarGroups;
export const listCalendars = selectCalendars;

export async function getCalendarGroup(tx: Tx, id: string) {
  const group = await selectCalendarGroup(tx, id);
  if (!group) throw notFound(groupLockVersionCheckOptions.resource, id);
  return group;
}

export async function createCalendarGroup(tx: Tx, { name }: Static<typeof CalendarGroupCreateRequest>) {
  queueLockOfCount(tx, "calendar_groups");
  const group = await insertCalendarGroup(tx, { name, most: CALENDARS_MAX });
  if (!group) throw problem("LIMIT_EXCEEDED", { limit: CALENDARS_MAX });
  return group;
}

export async function changeCalendarGroup(tx: Tx, change: Static<typeof CalendarGroupUpdateRequest> & { id: string }) {
  const group = await updateCalendarGroupRow(tx, change);
  if (!group) throw await findMissingOrConflictProblem(tx, { ...change, ...groupLockVersionCheckOptions });
  return group;
}

export async function deleteCalendarGroup(tx: Tx, id: string) {
  if (!(await lockCalendarGroup(tx, id))) throw notFound(groupLockVersionCheckOptions.resource, id);
  const { count } = await countCalendarsOfGroup(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "calendar", count });
  await removeCalendarGroup(tx, id);
}

export async function getCalendar(tx: Tx, id: string) {
  const calendar = await selectCalendar(tx, id);
  if (!calendar) throw notFound(calendarLockVersionCheckOptions.resource, id);
  return calendar;
}

export async function createCalendar(tx: Tx, draft: Static<typeof CalendarCreateRequest>) {
  await requireKnownHolidayCountryAndRegion(draft);
  await checkCalendarGroupExists(tx, draft);
  queueLockOfCount(tx, "calendars");
  const calendar = await insertCalendar(tx, draft, CALENDARS_MAX);
  if (!calendar) throw problem("LIMIT_EXCEEDED", { limit: CALENDARS_MAX });
  return calendar;
}

export async function changeCalendar(tx: Tx, change: Static<typeof CalendarUpdateRequest> & { id: string }) {
  await requireKnownHolidayCountryAndRegion(change);
  await checkCalendarGroupExists(tx, change);
  const calendar = await updateCalendar(tx, change);
  if (!calendar) throw await findMissingOrConflictProblem(tx, { ...change, ...calendarLockVersionCheckOptions });
  return calendar;
}

export async function deleteCalendar(tx: Tx, id: string) {
  if (!(await lockCalendar(tx, id))) throw notFound(calendarLockVersionCheckOptions.resource, id);
  const { count } = await countEventsOfCalendar(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "calendar_event", count });
  await removeCalendar(tx, id);
}

const checkCalendarGroupExists = (tx: Tx, { groupId }: Static<typeof CalendarCreateRequest>) =>
  checkReferencedIdsExist(tx, [{ field: "groupId", table: sql`calendar_groups`, ids: [groupId] }]);
