import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database/database";
import {
  clearWebhookFailures,
  type DueWebhookDelivery,
  markWebhooksFailing,
  type WebhookDeliveryOutcomeRow,
  updateWebhookDeliveryOutcomes,
  type WebhookIdentifier,
} from "./sending.sql";
import { switchWebhookOff } from "./switch-off.service";

export interface FinishedWebhookAttempt {
  readonly delivery: DueWebhookDelivery;
  readonly write: WebhookDeliveryOutcomeRow;
  readonly succeeded: boolean;
  readonly isGone: boolean;
}

interface OutcomeRecorderServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
  /** Called with attempts whose outcome is in the database, before they can be read there again. */
  readonly onWritten: (ended: readonly FinishedWebhookAttempt[]) => void;
}

/** Time in which outcomes are gathered for one commit. */
const OUTCOME_GATHERING_MS = 20;
const OUTCOME_WRITE_RETRY_MS = 1_000;
const DAY_MS = 86_400_000;

/** Writes outcomes of deliveries, many by one commit, and judges by them whether webhooks still work. */
export class WebhookOutcomeRecorder {
  private ended: FinishedWebhookAttempt[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(private readonly parts: OutcomeRecorderServices) {}

  get isIdle() {
    return this.ended.length === 0;
  }

  record(ended: FinishedWebhookAttempt) {
    this.ended.push(ended);
    this.timer ??= setTimeout(() => void this.write().catch(this.parts.onError), OUTCOME_GATHERING_MS);
  }

  /** Stops; outcomes that cannot be written any more are lost, and their deliveries are sent again. */
  stop() {
    this.isStopping = true;
  }

  /** Writes outcomes; those that the database did not accept are written with the next ones. */
  write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(async () => {
      const ended = this.ended.splice(0);
      if (ended.length > 0 && (await this.isTaken(ended))) await this.judge(ended).catch(this.parts.onError);
    });
    return this.writing;
  }

  private async isTaken(ended: readonly FinishedWebhookAttempt[]): Promise<boolean> {
    const { db, onError, onWritten } = this.parts;
    try {
      await updateWebhookDeliveryOutcomes(
        db.system,
        ended.map(({ write }) => write),
      );
    } catch (error) {
      onError(error as Error);
      if (!this.isStopping) {
        this.ended.unshift(...ended);
        this.timer ??= setTimeout(() => void this.write(), OUTCOME_WRITE_RETRY_MS);
      }
      return false;
    }
    onWritten(ended);
    return true;
  }

  /** Judges whether webhooks work; switches off those that never succeed, and those whose receiver is gone. */
  private async judge(ended: readonly FinishedWebhookAttempt[]) {
    const { clock, db } = this.parts;
    const now = clock.now();
    const real = ended.filter(({ delivery }) => delivery.type !== "test");
    const through = webhookKeysOf(real.filter(({ succeeded }) => succeeded));
    const failing = webhookKeysOf(real).filter(({ id }) => !through.some((webhook) => webhook.id === id));
    if (through.length > 0) await clearWebhookFailures(db.system, through);
    for (const { tenant_id, id } of webhookKeysOf(real.filter(({ isGone }) => isGone)))
      await switchWebhookOff(db, { tenant_id, id, reason: "GONE", now });
    if (failing.length === 0) return;
    const before = new Date(now.getTime() - webhookDeliveryLimits.failing_days * DAY_MS);
    for (const { tenant_id, id, is_over } of await markWebhooksFailing(db.system, failing, { now, before }))
      if (is_over) await switchWebhookOff(db, { tenant_id, id, reason: "FAILING", now });
  }
}

const webhookKeysOf = (ended: readonly FinishedWebhookAttempt[]): WebhookIdentifier[] => [
  ...new Map(ended.map(({ delivery: { tenant_id, webhook_id: id } }) => [id, { tenant_id, id }] as const)).values(),
];
