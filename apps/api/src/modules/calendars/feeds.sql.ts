import type { CalendarFeed } from "@leitstand/contract/board/calendar-feeds";
import type { Static } from "@leitstand/contract/core/schema";
import { actorNameSql } from "#platform/access/person-name";
import type { Scope } from "#platform/access/principal";
import type { QueryRunner, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import {
  type CalendarScopes,
  calendarEventChangeableCondition,
  calendarEventVisibleCondition,
} from "./calendar-scope.sql";

type CalendarFeedRow = Static<typeof CalendarFeed>;
interface FeedOwner {
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
}
export interface StoredFeed extends FeedOwner {
  readonly tenant_id: string;
  /** User who made it; null for feeds of an earlier release, which did not keep it. */
  readonly created_by: string | null;
}

const feedOwnerColumns = { user_id: sql`feed.user_id`, vehicle_id: sql`feed.vehicle_id` };
const feedColumns = sql`feed.id, feed.created_at, case when feed.user_id is null then 'VEHICLE' else 'USER' end as resource_type,
  coalesce(feed.user_id, feed.vehicle_id) as resource_id, (
    select json_build_object('id', maker.id, 'name', ${actorNameSql(sql`maker`)})
    from users maker where maker.tenant_id = feed.tenant_id and maker.id = feed.created_by) as created_by`;

export const selectCalendarFeeds = (tx: Tx, scope: Scope) =>
  tx.many<CalendarFeedRow>(sql`
    select ${feedColumns} from calendar_feeds feed
    where feed.tenant_id = ${tx.tenantId} and ${calendarEventVisibleCondition(tx, scope, feedOwnerColumns)} order by feed.created_at, feed.id`);

/** Locks the person or vehicle, so that concurrent requests for further feeds wait. */
export const lockCalendarFeedOwner = (tx: Tx, { user_id, vehicle_id }: FeedOwner) =>
  tx.run(
    user_id === null
      ? sql`select 1 from vehicles where tenant_id = ${tx.tenantId} and id = ${vehicle_id} for no key update`
      : sql`select 1 from users where tenant_id = ${tx.tenantId} and id = ${user_id} for no key update`,
  );

/** Inserts a feed; undefined when its owner has the most already. */
export const insertCalendarFeed = (
  tx: Tx,
  { user_id, vehicle_id }: FeedOwner,
  { hash, most, created_by }: { hash: Buffer; most: number; created_by: string | null },
) =>
  tx.maybe<CalendarFeedRow>(sql`
    insert into calendar_feeds as feed (tenant_id, secret_hash, user_id, vehicle_id, created_by)
    select ${tx.tenantId}, ${hash}, ${user_id}::uuid, ${vehicle_id}::uuid, ${created_by}::uuid
    where (select count(*) from calendar_feeds known where known.tenant_id = ${tx.tenantId}
      and (known.user_id = ${user_id}::uuid or known.vehicle_id = ${vehicle_id}::uuid)) < ${most}
    returning ${feedColumns}`);

/** Locks a feed that the caller sees, and reads whose it is and whether the caller may change the events in it. */
export const lockCalendarFeed = (tx: Tx, { scope, changing }: CalendarScopes, id: string) =>
  tx.maybe<{ user_id: string | null; is_reached: boolean }>(sql`
    select feed.user_id, ${calendarEventChangeableCondition(tx, changing, feedOwnerColumns)} as is_reached from calendar_feeds feed
    where feed.tenant_id = ${tx.tenantId} and feed.id = ${id} and ${calendarEventVisibleCondition(tx, scope, feedOwnerColumns)} for update`);

export const removeCalendarFeed = (tx: Tx, id: string) =>
  tx.run(sql`delete from calendar_feeds where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Feed that belongs to a secret; stopped tenants and blocked people have none. */
export const selectCalendarFeedBySecretHash = (rows: QueryRunner, hash: Buffer) =>
  rows.maybe<StoredFeed & { readonly language: string }>(sql`
    select feed.tenant_id, feed.user_id, feed.vehicle_id, feed.created_by, tenant.language from calendar_feeds feed
    join tenants tenant on tenant.id = feed.tenant_id and tenant.active
    where feed.secret_hash = ${hash} and not exists (
      select 1 from users person where person.tenant_id = feed.tenant_id and person.id = feed.user_id and person.blocked)`);

interface FeedTimeRow {
  readonly event_id: string;
  readonly date: string;
  readonly event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT";
  readonly starts_at: string;
  readonly ends_at: string;
  readonly all_day: boolean;
  readonly days: number;
  readonly changed_at: string;
}

export const selectCalendarFeedTimes = (
  tx: Tx,
  { resource_id, from, to, most }: { resource_id: string; from: Date; to: Date; most: number },
) =>
  tx.many<FeedTimeRow>(sql`
    select time.event_id, time.date, time.event_type, time.starts_at, time.ends_at, event.all_day,
      event.end_local::date - event.start_local::date as days, event.updated_at as changed_at
    from calendar_occurrences time join calendar_events event on event.tenant_id = time.tenant_id and event.id = time.event_id
    where time.tenant_id = ${tx.tenantId} and time.resource_id = ${resource_id} and time.ends_at > ${from}::timestamptz
      and time.ends_at < ${to}::timestamptz + interval '32 days' and time.starts_at < ${to}::timestamptz
    order by time.starts_at, time.event_id limit ${most}`);
