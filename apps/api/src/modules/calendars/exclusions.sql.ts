import type { CalendarEventExclusion } from "@leitstand/contract/board/calendar-events";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

type Exclusion = Static<typeof CalendarEventExclusion>;
const exclusionColumns = sql`id, event_id, date, created_at`;

export const selectEventExclusions = (tx: Tx, event_id: string) =>
  tx.many<Exclusion>(sql`
    select ${exclusionColumns} from calendar_exclusions where tenant_id = ${tx.tenantId} and event_id = ${event_id} order by date, id`);

/** Inserts an excluded date; undefined when the event has the most already. */
export const insertEventExclusion = (
  tx: Tx,
  { event_id, date, most }: { event_id: string; date: string; most: number },
) =>
  tx.maybe<Exclusion>(sql`
    insert into calendar_exclusions (tenant_id, event_id, date)
    select ${tx.tenantId}, ${event_id}, ${date}
    where (select count(*) from calendar_exclusions where tenant_id = ${tx.tenantId} and event_id = ${event_id}) < ${most}
    returning ${exclusionColumns}`);

export const insertEventExclusions = (tx: Tx, days: readonly { readonly event_id: string; readonly date: string }[]) =>
  tx.runBeforeNext(sql`
    insert into calendar_exclusions (tenant_id, event_id, date)
    select ${tx.tenantId}, day.event_id, day.date
    from unnest(${days.map(({ event_id }) => event_id)}::uuid[], ${days.map(({ date }) => date)}::date[]) as day (event_id, date)`);

export const removeEventExclusion = (tx: Tx, { event_id, id }: { event_id: string; id: string }) =>
  tx.maybe<{ date: string }>(sql`
    delete from calendar_exclusions where tenant_id = ${tx.tenantId} and event_id = ${event_id} and id = ${id} returning date`);

export const removeExclusionsOfEvent = (tx: Tx, { event_id, dates }: { event_id: string; dates: readonly string[] }) =>
  tx.runBeforeNext(sql`
    delete from calendar_exclusions
    where tenant_id = ${tx.tenantId} and event_id = ${event_id} and date = any(${dates}::date[])`);

/** Moves excluded dates from a day on to the event that continues the series. */
export const moveExclusionsToEvent = (tx: Tx, { from, to, since }: { from: string; to: string; since: string }) =>
  tx.runBeforeNext(sql`
    update calendar_exclusions set event_id = ${to}
    where tenant_id = ${tx.tenantId} and event_id = ${from} and date >= ${since}`);
