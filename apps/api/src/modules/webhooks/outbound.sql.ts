import { type QueryRunner, type Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { type Sql, sql, withPlanForEachRun } from "#platform/database/sql";
import { eventAtPositionSql, cursorsWithoutPositionValidCondition } from "#platform/events/event-places";
import type { EventWithAudience, WebhookSubscription } from "./subscription";

/** Work that a tenant's webhooks need at present. */
export interface TenantWebhookWork {
  readonly tenant_id: string;
  readonly has_events: boolean;
  readonly is_recovering: boolean;
  readonly wants_locations: boolean;
  readonly has_due: boolean;
}

/** Takes over tenants without a node, or whose node has been silent for too long; keeps those of this node. */
export const claimWebhookTenantsForNode = (
  rows: QueryRunner,
  { owner, now, until }: { owner: string; now: Date; until: Date },
) =>
  rows.run(
    withPlanForEachRun(sql`
    update webhook_cursors set owner = ${owner}, owned_until = ${until} where tenant_id in (
      select tenant_id from webhook_cursors
      where owned_until is null or owned_until < ${now} or (owner = ${owner} and owned_until < ${now}::timestamptz + (${until}::timestamptz - ${now}::timestamptz) * 2 / 3)
      for update skip locked)`),
  );

export const releaseWebhookTenantsOfNode = (rows: QueryRunner, owner: string) =>
  rows.run(sql`update webhook_cursors set owner = null, owned_until = null where owner = ${owner}`);

const eventsWithPosition = sql`event_positions place cross join ${eventAtPositionSql(sql`place`)} event`;

/** Cursors of the previous release name the last event by its transaction, which means nothing in another history. */
const formerCursorColumns = (own: Sql) => {
  const holds = cursorsWithoutPositionValidCondition(sql`${own}.timeline`);
  return sql`case when ${holds} then ${own}.xid else '0' end, case when ${holds} then ${own}.id else 0 end`;
};

export const selectWebhookWork = (rows: QueryRunner, { owner, now }: { owner: string; now: Date }) =>
  rows.many<TenantWebhookWork>(
    withPlanForEachRun(sql`
    select own.tenant_id, exists (
        select 1 from ${eventsWithPosition} where place.tenant_id = own.tenant_id and place.position > own.position and not event.internal
          and (event.xid, event.id) > (${formerCursorColumns(sql`own`)})) as has_events,
      hook.is_recovering, hook.wants_locations, hook.has_due
    from webhook_cursors own join tenants tenant on tenant.id = own.tenant_id and tenant.active
    cross join lateral (
      select coalesce(bool_or(webhook.recovering_since is not null), false) as is_recovering,
        coalesce(bool_or(webhook.active and 'location update' = any(webhook.event_types)), false) as wants_locations,
        coalesce(bool_or(exists (
          select 1 from webhook_deliveries delivery
          where delivery.tenant_id = webhook.tenant_id and delivery.webhook_id = webhook.id and delivery.status = 'PENDING'
            and delivery.due_at <= ${now})), false) as has_due
      from webhooks webhook where webhook.tenant_id = own.tenant_id) hook
    where own.owner = ${owner} and own.owned_until > ${now}`),
  );

export interface WebhookCursorRow {
  readonly position: string;
  /** Position in the order of the previous release up to which everything was read; 0 where it was not used. */
  readonly known_xid: string;
  readonly known_id: string;
}

/**
 * Locks the cursor until the commit, so that two nodes never read the same events for a webhook; undefined when another
 * node has it.
 */
export const lockOwnedWebhookCursor = (tx: Tx, owner: string) =>
  tx.maybe<WebhookCursorRow>(sql`
    select own.position::text, known.xid as known_xid, known.id::text as known_id
    from webhook_cursors own cross join lateral (select ${formerCursorColumns(sql`own`)}) known (xid, id)
    where own.tenant_id = ${tx.tenantId} and own.owner = ${owner} for update of own`);

export const moveCursorOfTenantWebhooks = (tx: Tx, position: string) =>
  tx.run(sql`update webhook_cursors set position = ${position}::bigint where tenant_id = ${tx.tenantId}`);

export interface WebhookLogEvent extends EventWithAudience {
  readonly position: string;
  readonly xid: string;
  readonly id: string;
}

/** Events after the cursor. All later events have a greater position than those that are read here. */
export const selectEventsAfterWebhookCursor = (
  tx: Tx,
  { position, known_xid, known_id }: WebhookCursorRow,
  limit: number,
) =>
  tx.many<WebhookLogEvent>(
    withPlanForEachRun(sql`
    select place.position::text, event.xid, event.id::text, event.type, event.audience from ${eventsWithPosition}
    where place.tenant_id = ${tx.tenantId} and place.position > ${position}::bigint and not event.internal
      and (event.xid, event.id) > (${known_xid}::xid8, ${known_id}::bigint)
    order by place.position limit ${limit}`),
  );

/** Events to recover: up to the cursor, and none from before the given moment. */
export const selectWebhookEventsToRecover = (
  tx: Tx,
  { after, end, since, limit }: { after: string; end: string; since: string; limit: number },
) =>
  tx.many<WebhookLogEvent>(
    withPlanForEachRun(sql`
    select place.position::text, event.xid, event.id::text, event.type, event.audience from ${eventsWithPosition}
    where place.tenant_id = ${tx.tenantId} and place.position > ${after}::bigint and place.position <= ${end}::bigint
      and not event.internal and event.created_at >= ${since}
    order by place.position limit ${limit}`),
  );

export interface WebhookToReadEventsFor extends WebhookSubscription {
  readonly active: boolean;
  readonly disabled_reason: string | null;
}
const webhookToReadEventsForColumns = sql`id, service_account_user_id, event_types, branch_ids, active, disabled_reason`;

/**
 * Webhooks to read for, locked against changes and deletion until the commit: one that is switched off in the meantime
 * waits, and then holds what was inserted for it. All statements lock several webhooks in the order of their ids.
 */
export const lockWebhooksToReadEventsFor = (tx: Tx) =>
  tx.many<WebhookToReadEventsFor>(sql`
    select ${webhookToReadEventsForColumns} from webhooks where tenant_id = ${tx.tenantId} order by id for share`);

export interface WebhookToRecover extends WebhookToReadEventsFor {
  readonly recovering_since: string;
  /** Position up to which the log was read again; 0 before that begins. */
  readonly recovered_position: string;
  /** Event up to which missed deliveries were made due again. */
  readonly recovered_id: string;
}

/** Webhooks to recover, locked for the update that stores how far that has come: two shared locks would block each other. */
export const lockWebhooksToRecover = (tx: Tx) =>
  tx.many<WebhookToRecover>(sql`
    select ${webhookToReadEventsForColumns}, recovering_since, recovered_position::text, recovered_id::text
    from webhooks where tenant_id = ${tx.tenantId} and recovering_since is not null order by id for no key update`);

export interface NewWebhookDelivery {
  readonly webhook_id: string;
  readonly event_xid: string;
  readonly event_id: string;
  readonly status: "PENDING" | "HELD";
}
const newDeliveryRecordset = createRecordset<NewWebhookDelivery>("new", {
  webhook_id: "uuid",
  event_xid: "text",
  event_id: "bigint",
  status: "text",
});

/**
 * Copies events into deliveries, because deliveries are tried for longer than the log is kept. Each event once for each
 * webhook.
 */
export const insertWebhookDeliveries = (tx: Tx, rows: readonly NewWebhookDelivery[], now: Date) =>
  tx.run(sql`
    insert into webhook_deliveries (tenant_id, webhook_id, event_xid, event_id, type, occurred_at, audience, data, status, due_at, ended_at)
    select event.tenant_id, new.webhook_id, event.xid, event.id, event.type, event.created_at, event.audience, event.payload::text, new.status,
      case new.status when 'PENDING' then ${now}::timestamptz end, case new.status when 'HELD' then ${now}::timestamptz end
    from ${newDeliveryRecordset(rows)} join events event
      on event.tenant_id = ${tx.tenantId} and event.xid = new.event_xid::xid8 and event.id = new.event_id
    order by event.xid, event.id
    on conflict (tenant_id, webhook_id, event_id, event_xid) do nothing`);

export interface NewLocationDelivery {
  readonly webhook_id: string;
  readonly audience: EventWithAudience["audience"];
  readonly fixed_at: string;
  readonly data: string;
}
const newLocationRecordset = createRecordset<NewLocationDelivery>("new", {
  webhook_id: "uuid",
  audience: "jsonb",
  fixed_at: "timestamptz",
  data: "text",
});

export const insertLocationDeliveries = (tx: Tx, rows: readonly NewLocationDelivery[], now: Date) =>
  tx.run(sql`
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, audience, data, status, due_at)
    select ${tx.tenantId}, new.webhook_id, nextval('events_id_seq'), 'location update', new.fixed_at, new.audience, new.data, 'PENDING', ${now}
    from ${newLocationRecordset(rows)}`);

/** Deletes positions that were not delivered in time, because a newer one has followed. */
export const deleteOldLocationDeliveries = (tx: Tx, before: Date) =>
  tx.run(sql`
    delete from webhook_deliveries
    where tenant_id = ${tx.tenantId} and type = 'location update' and status <> 'DELIVERED' and occurred_at < ${before}`);

interface MissedDeliveryQuery {
  readonly webhook: Pick<WebhookToRecover, "id" | "recovering_since" | "recovered_id">;
  readonly limit: number;
  readonly now: Date;
}

/**
 * Makes deliveries that were given up or held due again, the oldest first; answers how many, and the event of the last
 * one. Goes on after the event of the last time, so that each gets one chance: those that are given up again, because
 * they are no longer wanted or visible, would otherwise be the oldest for ever. An outcome may have ended one by now.
 */
export const requeueMissedWebhookDeliveries = (tx: Tx, { webhook, limit, now }: MissedDeliveryQuery) =>
  tx.one<{ count: number; last_id: string | null }>(sql`
    with missed as (
      select id, event_id from webhook_deliveries
      where tenant_id = ${tx.tenantId} and webhook_id = ${webhook.id} and status in ('FAILED', 'HELD') and type <> 'test'
        and occurred_at >= ${webhook.recovering_since} and event_id > ${webhook.recovered_id}::bigint
      order by event_id fetch first (${limit}::bigint) rows with ties),
    requeued as (
      update webhook_deliveries set status = 'PENDING', attempts = 0, due_at = ${now}, ended_at = null, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = any(array(select id from missed)) and status in ('FAILED', 'HELD'))
    select count(*)::int as count, max(event_id)::text as last_id from missed`);

/** Stores up to which event missed deliveries were made due again. */
export const updateWebhookRecoveredEvent = (tx: Tx, id: string, eventId: string) =>
  tx.run(sql`update webhooks set recovered_id = ${eventId}::bigint where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Stores how far the log has been read again; without a position, all of it was, and the recovery is over. */
export const updateWebhookRecoveryPosition = (tx: Tx, id: string, position: string | undefined) =>
  tx.run(sql`
    update webhooks set recovered_position = ${position ?? "0"}::bigint,
      recovered_id = case when ${position !== undefined}::boolean then recovered_id else 0 end,
      recovering_since = case when ${position !== undefined}::boolean then recovering_since end
    where tenant_id = ${tx.tenantId} and id = ${id}`);
