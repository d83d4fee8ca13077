import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import type { Clock } from "#platform/clock";
import type { Database, Tx } from "#platform/database/database";
import type { VehiclePositionUpdate } from "#platform/streams/latest-value-feed";
import { isWebhookCalledFor, type WebhookViewers, loadWebhookViewers } from "./event-selection.service";
import {
  type NewWebhookDelivery,
  deleteOldLocationDeliveries,
  insertWebhookDeliveries,
  insertLocationDeliveries,
  lockOwnedWebhookCursor,
  moveCursorOfTenantWebhooks,
  type WebhookLogEvent,
  type WebhookToReadEventsFor,
  type WebhookToRecover,
  requeueMissedWebhookDeliveries,
  selectEventsAfterWebhookCursor,
  selectWebhookEventsToRecover,
  lockWebhooksToReadEventsFor,
  lockWebhooksToRecover,
  updateWebhookRecoveredEvent,
  updateWebhookRecoveryPosition,
} from "./outbound.sql";

export interface WebhookReaderServices {
  readonly db: Database;
  readonly clock: Clock;
  /** Node that reads; it reads nothing for tenants of other nodes. */
  readonly owner: string;
}

/** Events read and written in one commit: few enough for a short one. */
const EVENT_BATCH_SIZE = 500;

/** Makes deliveries of events in the log; the position up to which it was read is written in the same commit. */
export class WebhookEventReader {
  constructor(private readonly parts: WebhookReaderServices) {}

  /** Reads a batch of the events that are final by now; answers whether there are more. */
  async readOn(tenantId: string): Promise<boolean> {
    return (await this.inTenant(tenantId, (tx) => this.readSome(tx))) === EVENT_BATCH_SIZE;
  }

  /** Reads a batch of missed events for each webhook that is to recover. */
  recover(tenantId: string): Promise<void> {
    return this.inTenant(tenantId, async (tx) => {
      const cursor = await lockOwnedWebhookCursor(tx, this.parts.owner);
      if (!cursor) return;
      const webhooks = await lockWebhooksToRecover(tx);
      const listeners = await loadWebhookViewers(tx, tx.tenantId, webhooks);
      for (const webhook of webhooks) await this.recoverSome(tx, { webhook, end: cursor.position, listeners });
    });
  }

  /** Makes deliveries of the newest position of each vehicle. */
  tellLocations(tenantId: string, news: readonly VehiclePositionUpdate[]): Promise<number> {
    return this.inTenant(tenantId, async (tx) => {
      const webhooks = (await lockWebhooksToReadEventsFor(tx)).filter(({ active }) => active);
      const listeners = await loadWebhookViewers(tx, tx.tenantId, webhooks);
      const rows = news.flatMap(({ audience, payload }) =>
        webhooks
          .filter((webhook) =>
            isWebhookCalledFor(webhook, { type: "location update", audience }, listeners.of(webhook)),
          )
          .map(({ id }) => ({ webhook_id: id, audience, fixed_at: payload.fixed_at, data: JSON.stringify(payload) })),
      );
      const now = this.parts.clock.now();
      await deleteOldLocationDeliveries(
        tx,
        new Date(now.getTime() - webhookDeliveryLimits.location_worth_seconds * 1000),
      );
      return rows.length > 0 ? insertLocationDeliveries(tx, rows, now) : 0;
    });
  }

  private async readSome(tx: Tx): Promise<number> {
    const cursor = await lockOwnedWebhookCursor(tx, this.parts.owner);
    if (!cursor) return 0;
    const events = await selectEventsAfterWebhookCursor(tx, cursor, EVENT_BATCH_SIZE);
    const last = events.at(-1);
    if (!last) return 0;
    const webhooks = (await lockWebhooksToReadEventsFor(tx)).filter(storesEventsFor);
    const rows = newDeliveriesOf(events, webhooks, await loadWebhookViewers(tx, tx.tenantId, webhooks));
    if (rows.length > 0) await insertWebhookDeliveries(tx, rows, this.parts.clock.now());
    await moveCursorOfTenantWebhooks(tx, last.position);
    return events.length;
  }

  private async recoverSome(
    tx: Tx,
    { webhook, end, listeners }: { webhook: WebhookToRecover; end: string; listeners: WebhookViewers },
  ) {
    const now = this.parts.clock.now();
    const missed = await requeueMissedWebhookDeliveries(tx, { webhook, limit: EVENT_BATCH_SIZE, now });
    if (missed.last_id !== null) await updateWebhookRecoveredEvent(tx, webhook.id, missed.last_id);
    if (missed.count >= EVENT_BATCH_SIZE) return;
    const { recovered_position: after, recovering_since: since } = webhook;
    const events = await selectWebhookEventsToRecover(tx, { after, end, since, limit: EVENT_BATCH_SIZE });
    const rows = newDeliveriesOf(events, [webhook], listeners);
    if (rows.length > 0) await insertWebhookDeliveries(tx, rows, now);
    await updateWebhookRecoveryPosition(
      tx,
      webhook.id,
      events.length === EVENT_BATCH_SIZE ? events.at(-1)?.position : undefined,
    );
  }

  private inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.parts.db.systemTransaction(tenantId, work);
  }
}

/**
 * Whether events for a webhook are stored: if it was switched off by its receiver's failures, it can be recovered for
 * as long as failed deliveries are kept; if by its owner, it is off.
 */
const storesEventsFor = ({ active, disabled_reason }: WebhookToReadEventsFor) =>
  active || disabled_reason === "FAILING";

function newDeliveriesOf(
  events: readonly WebhookLogEvent[],
  webhooks: readonly WebhookToReadEventsFor[],
  listeners: WebhookViewers,
): NewWebhookDelivery[] {
  return events.flatMap((event) =>
    webhooks
      .filter((webhook) => isWebhookCalledFor(webhook, event, listeners.of(webhook)))
      .map((webhook) => ({
        webhook_id: webhook.id,
        event_xid: event.xid,
        event_id: event.id,
        status: webhook.active ? ("PENDING" as const) : ("HELD" as const),
      })),
  );
}
