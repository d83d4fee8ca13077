import type {
  Calendar,
  CalendarCreateRequest,
  CalendarGroup,
  CalendarGroupUpdateRequest,
  CalendarUpdateRequest,
} from "@leitstand/contract/board/calendars";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { alphabetically, sql } from "#platform/database/sql";

type CalendarRow = Static<typeof Calendar>;
type CalendarGroupRow = Static<typeof CalendarGroup>;

const calendarGroupColumns = sql`id, name, lock_version, created_at, updated_at`;
const calendarColumns = sql`id, name, group_id as "groupId", description, holiday_country, holiday_region, is_default, lock_version,
  created_at, updated_at`;

export const selectCalendarGroups = (tx: Tx) =>
  tx.many<CalendarGroupRow>(sql`
    select ${calendarGroupColumns} from calendar_groups where tenant_id = ${tx.tenantId} order by ${alphabetically(sql`name`)}, id`);

export const selectCalendarGroup = (tx: Tx, id: string) =>
  tx.maybe<CalendarGroupRow>(
    sql`select ${calendarGroupColumns} from calendar_groups where tenant_id = ${tx.tenantId} and id = ${id}`,
  );

/** Inserts a calendar group; undefined when the tenant has the most already. */
export const insertCalendarGroup = (tx: Tx, { name, most }: { name: string; most: number }) =>
  tx.maybe<CalendarGroupRow>(sql`
    insert into calendar_groups (tenant_id, name)
    select ${tx.tenantId}, ${name} where (select count(*) from calendar_groups where tenant_id = ${tx.tenantId}) < ${most}
    returning ${calendarGroupColumns}`);

/** Replaces a calendar group; undefined when the tenant has no such group, or has it at another lock version. */
export const updateCalendarGroupRow = (tx: Tx, change: Static<typeof CalendarGroupUpdateRequest> & { id: string }) =>
  tx.maybe<CalendarGroupRow>(sql`
    update calendar_groups set name = ${change.name}, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${change.id} and lock_version = ${change.lock_version}
    returning ${calendarGroupColumns}`);

/** Locks a calendar group for deletion: a calendar that is put into it meanwhile waits, and then finds it gone. */
export const lockCalendarGroup = (tx: Tx, id: string) =>
  tx.maybe<{ id: string }>(
    sql`select id from calendar_groups where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );

export const countCalendarsOfGroup = (tx: Tx, id: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from calendars where tenant_id = ${tx.tenantId} and group_id = ${id}`);

export const removeCalendarGroup = (tx: Tx, id: string) =>
  tx.run(sql`delete from calendar_groups where tenant_id = ${tx.tenantId} and id = ${id}`);

export const selectCalendars = (tx: Tx) =>
  tx.many<CalendarRow>(
    sql`select ${calendarColumns} from calendars where tenant_id = ${tx.tenantId} order by ${alphabetically(sql`name`)}, id`,
  );

export const selectCalendar = (tx: Tx, id: string) =>
  tx.maybe<CalendarRow>(sql`select ${calendarColumns} from calendars where tenant_id = ${tx.tenantId} and id = ${id}`);

export const insertCalendar = (tx: Tx, draft: Static<typeof CalendarCreateRequest>, most: number) =>
  tx.maybe<CalendarRow>(sql`
    insert into calendars (tenant_id, name, group_id, description, holiday_country, holiday_region)
    select ${tx.tenantId}, ${draft.name}, ${draft.groupId}, ${draft.description}, ${draft.holiday_country}, ${draft.holiday_region}
    where (select count(*) from calendars where tenant_id = ${tx.tenantId}) < ${most}
    returning ${calendarColumns}`);

/** Replaces a calendar; undefined when the tenant has no such calendar, or has it at another lock version. */
export const updateCalendar = (tx: Tx, change: Static<typeof CalendarUpdateRequest> & { id: string }) =>
  tx.maybe<CalendarRow>(sql`
    update calendars set name = ${change.name}, group_id = ${change.groupId}, description = ${change.description},
      holiday_country = ${change.holiday_country}, holiday_region = ${change.holiday_region},
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${change.id} and lock_version = ${change.lock_version}
    returning ${calendarColumns}`);

export const lockCalendar = (tx: Tx, id: string) =>
  tx.maybe<{ id: string }>(sql`select id from calendars where tenant_id = ${tx.tenantId} and id = ${id} for update`);

export const countEventsOfCalendar = (tx: Tx, id: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from calendar_events where tenant_id = ${tx.tenantId} and calendar_id = ${id}`);

export const removeCalendar = (tx: Tx, id: string) =>
  tx.run(sql`delete from calendars where tenant_id = ${tx.tenantId} and id = ${id}`);

/**
 * Makes the default calendar, for events that name none. A calendar that has its name already becomes it. Concurrent
 * first events wait for each other at the row of their tenant: `on conflict` looks at one index, and would fail at the
 * one that allows one default only.
 */
export const insertDefaultCalendar = (tx: Tx) =>
  tx.one<{ id: string }>(sql`
    insert into calendars (tenant_id, name, is_default)
    select id, case when language = 'de' then 'Dienstplan' else 'Roster' end, true
    from tenants where id = ${tx.tenantId} for no key update
    on conflict (tenant_id, name) do update set is_default = true
    returning id`);
