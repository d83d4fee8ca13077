import { truncateText } from "@leitstand/contract/core/cut-text";
import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database/database";
import { type EgressClient, EgressError } from "#platform/egress/egress";
import type { SecretSealer } from "#platform/process/sealing";
import { webhookBodyOf } from "./delivery-body";
import { type WebhookDeliveryAttempt, webhookDeliveryOutcomeOf, isWebhookAttemptSuccessful } from "./delivery-outcome";
import { isWebhookCalledFor, loadWebhookViewers } from "./event-selection.service";
import { type FinishedWebhookAttempt, WebhookOutcomeRecorder } from "./outcome-recorder.service";
import { type DueWebhookDelivery, giveUpWebhookDeliveries, selectDueWebhookDeliveries } from "./sending.sql";
import { createSignatureHeader } from "./webhook-signature.service";

export interface WebhookSenderServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly egress: EgressClient;
  readonly sealing: SecretSealer;
  readonly onError: (error: Error) => void;
  /** Node that sends; it sends nothing for tenants of other nodes. */
  readonly owner: string;
}

/**
 * Deliveries that are read ahead for a webhook, and the time after which they are read again, so that a changed address
 * or secret applies at once.
 */
const DELIVERIES_READ_AHEAD = 200;
const READ_AHEAD_MS = 2_000;

/** Waiting deliveries of one webhook in memory, and the number of those being sent. */
interface WebhookQueue {
  readonly tenantId: string;
  waiting: DueWebhookDelivery[];
  sending: number;
  readAt: number;
  /** Whether there were more than could be read ahead. */
  hasMore: boolean;
}

/**
 * Sends due deliveries: at most ten of each webhook at once, so that a slow receiver does not delay others. A delivery
 * stays due until its outcome is written, so that a crash repeats it rather than losing it.
 */
export class WebhookSender {
  private readonly lines = new Map<string, WebhookQueue>();
  /** Deliveries that are being sent, or were sent and not written yet. */
  private readonly inHand = new Set<string>();
  private reading = 0;
  private readonly justWritten = new Set<string>();
  /** Tenants whose queues are being refilled. */
  private readonly refilling = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly outcomes: WebhookOutcomeRecorder;

  constructor(private readonly parts: WebhookSenderServices) {
    this.outcomes = new WebhookOutcomeRecorder({ ...parts, onWritten: (ended) => this.release(ended) });
  }

  /** Reads a tenant's due deliveries and begins to send them; does not wait for answers. */
  async sendDue(tenantId: string): Promise<void> {
    const at = performance.now();
    const own = [...this.lines].filter(([, line]) => line.tenantId === tenantId);
    const busy = own.filter(([, line]) => !isQueueShort(line) && at - line.readAt < READ_AHEAD_MS);
    for (const each of own) if (!busy.includes(each)) each[1].hasMore = false;
    const { owner, clock } = this.parts;
    const due = await this.read({
      tenantId,
      owner,
      busy: busy.map(([id]) => id),
      sending: [...this.inHand],
      limit: DELIVERIES_READ_AHEAD,
      now: clock.now(),
    });
    for (const [id, { deliveries, hasMore }] of due) {
      const line = this.lines.get(id) ?? { tenantId, waiting: [], sending: 0, readAt: at, hasMore };
      // Deliveries that had been read and not sent are read again, in their present state.
      Object.assign(line, { waiting: deliveries, readAt: at, hasMore });
      this.lines.set(id, line);
      this.proceed(id, line);
    }
    // Whatever was read ahead is no longer to be sent: its webhook was switched off or deleted, or the tenant has left.
    for (const [id, line] of own)
      if (!due.has(id) && !busy.some(([busyId]) => busyId === id) && line.readAt <= at) this.emptyLine(id, line);
  }

  /**
   * Gives up what was read ahead for all tenants but these, which this node no longer sends for.
   * @returns tenants with something in memory
   */
  keepTenants(tenants: ReadonlySet<string>): ReadonlySet<string> {
    for (const [id, line] of this.lines) if (!tenants.has(line.tenantId)) this.emptyLine(id, line);
    return new Set([...this.lines.values()].map(({ tenantId }) => tenantId));
  }

  /** Resolves when no delivery is under way and all outcomes are written. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0 || !this.outcomes.isIdle) {
      await Promise.all(this.underWay);
      await this.outcomes.write();
    }
    await this.outcomes.write();
  }

  /** Aborts deliveries under way, which will be sent again. Finished outcomes are written. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.outcomes.stop();
    this.lines.clear();
    await this.idle();
  }

  /** Reads due deliveries, without those that were sent, or even written, during the read. */
  private async read(
    query: Parameters<typeof selectDueWebhookDeliveries>[1],
  ): Promise<ReadonlyMap<string, DueDeliveriesPage>> {
    this.reading++;
    try {
      const due = await selectDueWebhookDeliveries(this.parts.db.system, query);
      const found = groupByWebhook(due);
      const unseen = await this.giveUpUnseen(query, due);
      const isNews = ({ id }: DueWebhookDelivery) =>
        !this.inHand.has(id) && !this.justWritten.has(id) && !unseen.has(id);
      return new Map(
        [...found].map(([id, all]) => [id, { deliveries: all.filter(isNews), hasMore: all.length === query.limit }]),
      );
    } finally {
      if (--this.reading === 0) this.justWritten.clear();
    }
  }

  /**
   * Gives up deliveries that the account may no longer see, or that the webhook no longer subscribes to: rights are
   * checked at the time of sending.
   */
  private async giveUpUnseen(
    { tenantId, now }: { tenantId: string; now: Date },
    due: readonly DueWebhookDelivery[],
  ): Promise<ReadonlySet<string>> {
    const { system } = this.parts.db;
    const events = due.filter(({ type }) => type !== "test");
    const listeners = await loadWebhookViewers(system, tenantId, events);
    const unseen = events.filter((each) => !isWebhookCalledFor(each, each, listeners.of(each))).map(({ id }) => id);
    if (unseen.length > 0) await giveUpWebhookDeliveries(system, tenantId, { ids: unseen, now });
    return new Set(unseen);
  }

  /** Gives up what was read ahead for a webhook; it stays due, if it still is to be sent. */
  private emptyLine(id: string, line: WebhookQueue) {
    Object.assign(line, { waiting: [], hasMore: false });
    this.proceed(id, line);
  }

  private proceed(id: string, line: WebhookQueue) {
    while (line.sending < webhookDeliveryLimits.concurrent_max && !this.stopping.signal.aborted) {
      const delivery = line.waiting.shift();
      if (!delivery) break;
      line.sending++;
      this.inHand.add(delivery.id);
      const sending = this.deliver(delivery).finally(() => {
        line.sending--;
        this.underWay.delete(sending);
        this.proceed(id, line);
      });
      this.underWay.add(sending);
    }
    if (line.hasMore && isQueueShort(line)) return this.refill(line.tenantId);
    if (line.sending === 0 && line.waiting.length === 0 && this.lines.get(id) === line) this.lines.delete(id);
  }

  /** Refills the queues of a tenant, so that a short queue does not wait for the next look at due deliveries. */
  private refill(tenantId: string) {
    if (this.refilling.has(tenantId) || this.stopping.signal.aborted) return;
    this.refilling.add(tenantId);
    const refilling = this.sendDue(tenantId)
      .catch(this.parts.onError)
      .finally(() => {
        this.refilling.delete(tenantId);
        this.underWay.delete(refilling);
        // Another queue may have run short in the meantime.
        for (const [id, line] of this.lines) if (line.tenantId === tenantId) this.proceed(id, line);
      });
    this.underWay.add(refilling);
  }

  private async deliver(delivery: DueWebhookDelivery): Promise<void> {
    const attempt = await this.attempt(delivery).catch((error: unknown) => {
      // A secret that cannot be unsealed is a fault of the installation; the delivery waits like any failed one.
      this.parts.onError(error as Error);
      return { status: null, error: "INTERNAL_ERROR" };
    });
    if (this.stopping.signal.aborted && !isWebhookAttemptSuccessful(attempt))
      return void this.inHand.delete(delivery.id);
    const now = this.parts.clock.now();
    const outcome = webhookDeliveryOutcomeOf(attempt, { ...delivery, now }, Math.random());
    const write = {
      tenant_id: delivery.tenant_id,
      id: delivery.id,
      attempts_before: delivery.attempts,
      status: outcome.status,
      at: now.toISOString(),
      due_at: outcome.due_at?.toISOString() ?? null,
      last_status: attempt.status,
      last_error: attempt.error,
    };
    this.outcomes.record({ delivery, write, succeeded: isWebhookAttemptSuccessful(attempt), isGone: outcome.isGone });
  }

  private async attempt(delivery: DueWebhookDelivery): Promise<WebhookDeliveryAttempt> {
    const { clock, egress, sealing } = this.parts;
    const { id, tenant_id, webhook_id, url } = delivery;
    const secrets = [delivery.sealed_secret, delivery.sealed_previous_secret]
      .filter((sealed) => sealed !== null)
      .map((sealed) => sealing.open(sealed, "webhook", tenant_id, webhook_id));
    const body = webhookBodyOf(delivery);
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    try {
      const { status, headers } = await egress.send({
        url,
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(timestamp),
          "webhook-signature": createSignatureHeader(secrets, { id, timestamp, body }),
        },
        body,
        signal: this.stopping.signal,
      });
      return { status, error: null, retryAfter: headers["retry-after"] };
    } catch (error) {
      if (error instanceof EgressError) return { status: null, error: truncateText(error.message, 500) };
      throw error;
    }
  }

  private release(ended: readonly FinishedWebhookAttempt[]) {
    for (const { delivery } of ended) this.inHand.delete(delivery.id);
    if (this.reading > 0) for (const { delivery } of ended) this.justWritten.add(delivery.id);
  }
}

interface DueDeliveriesPage {
  readonly deliveries: DueWebhookDelivery[];
  readonly hasMore: boolean;
}

/** Whether a queue has fewer deliveries than could be sent at once. */
const isQueueShort = ({ sending, waiting }: WebhookQueue) =>
  sending + waiting.length < webhookDeliveryLimits.concurrent_max;

function groupByWebhook(due: readonly DueWebhookDelivery[]): ReadonlyMap<string, DueWebhookDelivery[]> {
  const lines = new Map<string, DueWebhookDelivery[]>();
  for (const delivery of due) lines.set(delivery.webhook_id, [...(lines.get(delivery.webhook_id) ?? []), delivery]);
  return lines;
}
