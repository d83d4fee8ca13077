import { webhookRules } from "@leitstand/contract/board/webhook";
import type { Clock } from "#platform/clock";
import type { Database, Tx } from "#platform/database/database";
import type { PositionUpdate } from "#platform/streams/latest-value-feed";
import { isCalledFor, type Listeners, listenersOf } from "./event-selection.service";
import {
  type DeliveryWrite,
  dropOldLocations,
  insertDeliveries,
  insertLocations,
  lockCursorOf,
  moveCursor,
  type ReadEvent,
  type ReadingWebhook,
  requeueMissed,
  selectEventsAfter,
  selectEventsBetween,
  selectReadingWebhooks,
  updateRecovered,
} from "./outbound.sql";

export interface ReaderParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Node that reads; it reads nothing for tenants of other nodes. */
  readonly owner: string;
}

/** Events read and written in one commit: few enough for a short one. */
const BATCH = 500;

/** Makes deliveries of events in the log; the position up to which it was read is written in the same commit. */
export class WebhookReader {
  constructor(private readonly parts: ReaderParts) {}

  /** Reads a batch of the events that are final by now; answers whether there are more. */
  async readOn(tenantId: string): Promise<boolean> {
    return (await this.inTenant(tenantId, (tx) => this.readSome(tx))) === BATCH;
  }

  /** Reads a batch of missed events for each webhook that is to recover. */
  recover(tenantId: string): Promise<void> {
    return this.inTenant(tenantId, async (tx) => {
      const cursor = await lockCursorOf(tx, this.parts.owner);
      if (!cursor) return;
      const webhooks = (await selectReadingWebhooks(tx)).filter(({ recovering_since }) => recovering_since !== null);
      const listeners = await listenersOf(tx, tx.tenantId, webhooks);
      for (const webhook of webhooks) await this.recoverSome(tx, { webhook, end: cursor.position, listeners });
    });
  }

  /** Makes deliveries of the newest position of each vehicle. */
  tellLocations(tenantId: string, news: readonly PositionUpdate[]): Promise<number> {
    return this.inTenant(tenantId, async (tx) => {
      const webhooks = (await selectReadingWebhooks(tx)).filter(({ active }) => active);
      const listeners = await listenersOf(tx, tx.tenantId, webhooks);
      const rows = news.flatMap(({ audience, payload }) =>
        webhooks
          .filter((webhook) => isCalledFor(webhook, { type: "location update", audience }, listeners.of(webhook)))
          .map(({ id }) => ({ webhook_id: id, audience, fixed_at: payload.fixed_at, data: JSON.stringify(payload) })),
      );
      const now = this.parts.clock.now();
      await dropOldLocations(tx, new Date(now.getTime() - webhookRules.location_worth_seconds * 1000));
      return rows.length > 0 ? insertLocations(tx, rows, now) : 0;
    });
  }

  private async readSome(tx: Tx): Promise<number> {
    const cursor = await lockCursorOf(tx, this.parts.owner);
    if (!cursor) return 0;
    const events = await selectEventsAfter(tx, cursor, BATCH);
    const last = events.at(-1);
    if (!last) return 0;
    const webhooks = (await selectReadingWebhooks(tx)).filter(isWrittenDown);
    const rows = deliveriesOf(events, webhooks, await listenersOf(tx, tx.tenantId, webhooks));
    if (rows.length > 0) await insertDeliveries(tx, rows, this.parts.clock.now());
    await moveCursor(tx, last.position);
    return events.length;
  }

  private async recoverSome(
    tx: Tx,
    { webhook, end, listeners }: { webhook: ReadingWebhook; end: string; listeners: Listeners },
  ) {
    const now = this.parts.clock.now();
    const since = webhook.recovering_since as string;
    if ((await requeueMissed(tx, { id: webhook.id, since, limit: BATCH, now })) === BATCH) return;
    const after = webhook.recovered_position;
    const events = await selectEventsBetween(tx, { after, end, since, limit: BATCH });
    const rows = deliveriesOf(events, [webhook], listeners);
    if (rows.length > 0) await insertDeliveries(tx, rows, now);
    await updateRecovered(tx, webhook.id, events.length === BATCH ? events.at(-1)?.position : undefined);
  }

  private inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.parts.db.systemTransaction(tenantId, work);
  }
}

/**
 * Whether events for a webhook are stored: if it was switched off by its receiver's failures, it can be recovered for
 * as long as failed deliveries are kept; if by its owner, it is off.
 */
const isWrittenDown = ({ active, disabled_reason }: ReadingWebhook) => active || disabled_reason === "FAILING";

function deliveriesOf(
  events: readonly ReadEvent[],
  webhooks: readonly ReadingWebhook[],
  listeners: Listeners,
): DeliveryWrite[] {
  return events.flatMap((event) =>
    webhooks
      .filter((webhook) => isCalledFor(webhook, event, listeners.of(webhook)))
      .map((webhook) => ({
        webhook_id: webhook.id,
        event_xid: event.xid,
        event_id: event.id,
        status: webhook.active ? ("PENDING" as const) : ("HELD" as const),
      })),
  );
}
