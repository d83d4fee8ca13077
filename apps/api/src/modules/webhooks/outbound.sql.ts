import { type Rows, type Tx } from "#platform/database/database";
import { recordset } from "#platform/database/recordset";
import { sql, withFreshPlan } from "#platform/database/sql";
import type { AddressedEvent, Subscription } from "./subscription";

/** What a tenant's webhooks need at present. */
export interface Work {
  readonly tenant_id: string;
  readonly has_events: boolean;
  readonly is_recovering: boolean;
  readonly wants_locations: boolean;
  readonly has_due: boolean;
}

/** Takes over tenants that no node looks after, or whose node has been silent for too long; keeps those that it has. */
export const claimTenants = (rows: Rows, { owner, now, until }: { owner: string; now: Date; until: Date }) =>
  rows.run(
    withFreshPlan(sql`
    update webhook_cursors set owner = ${owner}, owned_until = ${until} where tenant_id in (
      select tenant_id from webhook_cursors
      where owned_until is null or owned_until < ${now} or (owner = ${owner} and owned_until < ${now}::timestamptz + (${until}::timestamptz - ${now}::timestamptz) * 2 / 3)
      for update skip locked)`),
  );

export const releaseTenants = (rows: Rows, owner: string) =>
  rows.run(sql`update webhook_cursors set owner = null, owned_until = null where owner = ${owner}`);

export const selectWork = (rows: Rows, { owner, now }: { owner: string; now: Date }) =>
  rows.many<Work>(
    withFreshPlan(sql`
    select own.tenant_id, coalesce(own.timeline <> event_log_timeline(), false) or exists (
        select 1 from events event where event.tenant_id = own.tenant_id and not event.internal
          and (event.xid, event.id) > (own.xid, own.id) and event.xid < pg_snapshot_xmin(pg_current_snapshot())) as has_events,
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

export interface CursorRow {
  readonly xid: string;
  readonly id: string;
  /** Another server's numbers: what it had told last is not known. */
  readonly is_of_another_timeline: boolean;
}

/** Held until the commit, so that two nodes never read the same events for a webhook; undefined when another node has it. */
export const lockCursorOf = (tx: Tx, owner: string) =>
  tx.maybe<CursorRow>(sql`
    select xid, id::text, timeline <> event_log_timeline() as is_of_another_timeline from webhook_cursors
    where tenant_id = ${tx.tenantId} and owner = ${owner} for update`);

export const restartCursor = (tx: Tx) =>
  tx.run(sql`
    update webhook_cursors set timeline = event_log_timeline(), (xid, id) = (
      select coalesce(max(newest.xid), '0'::xid8), coalesce(max(newest.id), 0) from (
        select xid, id from events where tenant_id = ${tx.tenantId} and xid < pg_snapshot_xmin(pg_current_snapshot())
        order by xid desc, id desc limit 1) newest)
    where tenant_id = ${tx.tenantId}`);

export const moveCursor = (tx: Tx, { xid, id }: { xid: string; id: string }) =>
  tx.run(sql`update webhook_cursors set xid = ${xid}::xid8, id = ${id}::bigint where tenant_id = ${tx.tenantId}`);

export interface ReadEvent extends AddressedEvent {
  readonly xid: string;
  readonly id: string;
}

/** Nothing can appear below the snapshot's xmin any more, so what is read there is all there is. */
export const selectEventsAfter = (tx: Tx, { xid, id }: { xid: string; id: string }, limit: number) =>
  tx.many<ReadEvent>(
    withFreshPlan(sql`
    select xid, id::text, type, audience from events
    where tenant_id = ${tx.tenantId} and not internal and (xid, id) > (${xid}::xid8, ${id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id limit ${limit}`),
  );

/** The same for what is recovered: up to where the cursor is, and nothing from before. */
export const selectEventsBetween = (
  tx: Tx,
  { after, end, since, limit }: { after: { xid: string; id: string }; end: CursorRow; since: string; limit: number },
) =>
  tx.many<ReadEvent>(
    withFreshPlan(sql`
    select xid, id::text, type, audience from events
    where tenant_id = ${tx.tenantId} and not internal and (xid, id) > (${after.xid}::xid8, ${after.id}::bigint)
      and (xid, id) <= (${end.xid}::xid8, ${end.id}::bigint) and created_at >= ${since}
    order by xid, id limit ${limit}`),
  );

export interface ReadingWebhook extends Subscription {
  readonly active: boolean;
  readonly disabled_reason: string | null;
  readonly recovering_since: string | null;
  readonly recovered_xid: string;
  readonly recovered_id: string;
}

/** Held against being deleted until the commit. */
export const selectReadingWebhooks = (tx: Tx) =>
  tx.many<ReadingWebhook>(sql`
    select id, service_account_user_id, event_types, branch_ids, active, disabled_reason, recovering_since, recovered_xid, recovered_id::text
    from webhooks where tenant_id = ${tx.tenantId} order by id for key share`);

export interface DeliveryWrite {
  readonly webhook_id: string;
  readonly event_xid: string;
  readonly event_id: string;
  readonly status: "PENDING" | "HELD";
}
const deliveryRows = recordset<DeliveryWrite>("new", {
  webhook_id: "uuid",
  event_xid: "text",
  event_id: "bigint",
  status: "text",
});

/** Copies what happened, because deliveries are tried for longer than the log is kept. Each event once for each webhook. */
export const insertDeliveries = (tx: Tx, rows: readonly DeliveryWrite[], now: Date) =>
  tx.run(sql`
    insert into webhook_deliveries (tenant_id, webhook_id, event_xid, event_id, type, occurred_at, audience, data, status, due_at, ended_at)
    select event.tenant_id, new.webhook_id, event.xid, event.id, event.type, event.created_at, event.audience, event.payload::text, new.status,
      case new.status when 'PENDING' then ${now}::timestamptz end, case new.status when 'HELD' then ${now}::timestamptz end
    from ${deliveryRows(rows)} join events event
      on event.tenant_id = ${tx.tenantId} and event.xid = new.event_xid::xid8 and event.id = new.event_id
    order by event.xid, event.id
    on conflict (tenant_id, webhook_id, event_id, event_xid) do nothing`);

export interface LocationWrite {
  readonly webhook_id: string;
  readonly audience: AddressedEvent["audience"];
  readonly fixed_at: string;
  readonly data: string;
}
const locationRows = recordset<LocationWrite>("new", {
  webhook_id: "uuid",
  audience: "jsonb",
  fixed_at: "timestamptz",
  data: "text",
});

export const insertLocations = (tx: Tx, rows: readonly LocationWrite[], now: Date) =>
  tx.run(sql`
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, audience, data, status, due_at)
    select ${tx.tenantId}, new.webhook_id, nextval('events_id_seq'), 'location update', new.fixed_at, new.audience, new.data, 'PENDING', ${now}
    from ${locationRows(rows)}`);

/** What did not get through in time: a newer position has followed. */
export const dropOldLocations = (tx: Tx, before: Date) =>
  tx.run(sql`
    delete from webhook_deliveries
    where tenant_id = ${tx.tenantId} and type = 'location update' and status <> 'DELIVERED' and occurred_at < ${before}`);

/** What was given up or held since then, the oldest first; answers how many. */
export const requeueMissed = (tx: Tx, webhook: { id: string; since: string; limit: number; now: Date }) =>
  tx.run(sql`
    update webhook_deliveries set status = 'PENDING', attempts = 0, due_at = ${webhook.now}, ended_at = null, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = any(array(
      select id from webhook_deliveries
      where tenant_id = ${tx.tenantId} and webhook_id = ${webhook.id} and status in ('FAILED', 'HELD') and type <> 'test' and occurred_at >= ${webhook.since}
      order by event_id limit ${webhook.limit}))`);

/** How far the log has been read again; without a place, all of it has. */
export const updateRecovered = (tx: Tx, id: string, place: { xid: string; id: string } | undefined) =>
  tx.run(sql`
    update webhooks set recovered_xid = ${place?.xid ?? "0"}::xid8, recovered_id = ${place?.id ?? "0"}::bigint,
      recovering_since = case when ${place !== undefined}::boolean then recovering_since end
    where tenant_id = ${tx.tenantId} and id = ${id}`);
