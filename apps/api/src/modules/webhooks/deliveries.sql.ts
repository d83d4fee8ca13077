import type { WebhookDelivery } from "@leitstand/contract/board/webhook";
import type { Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import { emptySql, sql } from "#platform/database/sql";

const deliveryColumns = sql`id, webhook_id, type, event_id as sequence, status, attempts, occurred_at, due_at, last_attempt_at, last_status, last_error, delivered_at`;

interface DeliveryQuery {
  readonly status?: string;
  readonly before?: number;
  readonly size?: number;
}

export const selectWebhookDeliveries = (tx: Tx, webhookId: string, { status, before, size = 100 }: DeliveryQuery) =>
  tx.many<WebhookDelivery>(sql`
    select ${deliveryColumns} from webhook_deliveries
    where tenant_id = ${tx.tenantId} and webhook_id = ${webhookId}
      ${status === undefined ? emptySql : sql`and status = ${status}`} ${before === undefined ? emptySql : sql`and event_id < ${before}`}
    order by event_id desc limit ${size}`);

/** Inserts a test delivery, which is not in the log, but is numbered among its events. */
export const insertTestDelivery = (tx: Tx, webhookId: string, { data, now }: { data: string; now: Date }) =>
  tx.one<WebhookDelivery>(sql`
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, data, status, due_at)
    values (${tx.tenantId}, ${webhookId}, nextval('events_id_seq'), 'test', ${now}, ${data}, 'PENDING', ${now})
    returning ${deliveryColumns}`);

export const requeueWebhookDelivery = (
  tx: Tx,
  { id, delivery_id, now }: { id: string; delivery_id: string; now: Date },
) =>
  tx.maybe<WebhookDelivery>(sql`
    update webhook_deliveries set status = 'PENDING', attempts = 0, due_at = ${now}, delivered_at = null, ended_at = null,
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and webhook_id = ${id} and id = ${delivery_id}
    returning ${deliveryColumns}`);

/**
 * Makes waiting deliveries due at once, with all attempts again, like those that were given up. Deliveries under way
 * stay as they are.
 */
export const makeWebhookDeliveriesDue = (tx: Tx, { id, since, now }: { id: string; since: Date; now: Date }) =>
  tx.run(sql`
    update webhook_deliveries set attempts = 0, due_at = ${now}, updated_at = now()
    where tenant_id = ${tx.tenantId} and webhook_id = ${id} and status = 'PENDING' and due_at > ${now} and occurred_at >= ${since}`);

/** Holds waiting deliveries of a webhook that is switched off, so that they can be recovered. */
export const holdWaitingWebhookDeliveries = (tx: Tx, webhookId: string, now: Date) =>
  tx.run(sql`
    update webhook_deliveries set status = 'HELD', due_at = null, ended_at = ${now}, updated_at = now()
    where tenant_id = ${tx.tenantId} and webhook_id = ${webhookId} and status = 'PENDING'`);

/** Deletes deliveries in short statements; answers how many were deleted. */
export const deleteWebhookDeliveryBatch = (tx: Tx, webhookId: string, limit: number) =>
  tx.run(sql`
    delete from webhook_deliveries where tenant_id = ${tx.tenantId} and id = any(array(
      select id from webhook_deliveries where tenant_id = ${tx.tenantId} and webhook_id = ${webhookId} limit ${limit}))`);

export const webhookDeliveryRetention: readonly RetentionRule[] = [
  { table: sql`webhook_deliveries`, column: sql`delivered_at`, days: webhookDeliveryLimits.delivered_days },
  { table: sql`webhook_deliveries`, column: sql`ended_at`, days: webhookDeliveryLimits.undelivered_days },
  // What waits is due soon, or was, unless its tenant was closed: then it is not sent, and not given up either.
  { table: sql`webhook_deliveries`, column: sql`due_at`, days: webhookDeliveryLimits.undelivered_days },
];
