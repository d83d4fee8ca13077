import { webhookRules } from "@leitstand/contract/board/webhook";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database/database";
import {
  clearFailing,
  type DueDelivery,
  markFailing,
  type OutcomeWrite,
  updateOutcomes,
  type WebhookKey,
} from "./sending.sql";
import { switchWebhookOff } from "./switch-off.service";

export interface EndedAttempt {
  readonly delivery: DueDelivery;
  readonly write: OutcomeWrite;
  readonly succeeded: boolean;
  readonly isGone: boolean;
}

interface RecorderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
  /** Called with attempts whose outcome is in the database, before they can be read there again. */
  readonly onWritten: (ended: readonly EndedAttempt[]) => void;
}

/** Time in which outcomes are gathered for one commit. */
const GATHER_MS = 20;
const RETRY_MS = 1_000;
const DAY_MS = 86_400_000;

/** Writes outcomes of deliveries, many by one commit, and judges by them whether webhooks still work. */
export class OutcomeRecorder {
  private ended: EndedAttempt[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(private readonly parts: RecorderParts) {}

  get isIdle() {
    return this.ended.length === 0;
  }

  record(ended: EndedAttempt) {
    this.ended.push(ended);
    this.timer ??= setTimeout(() => void this.write().catch(this.parts.onError), GATHER_MS);
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

  private async isTaken(ended: readonly EndedAttempt[]): Promise<boolean> {
    const { db, onError, onWritten } = this.parts;
    try {
      await updateOutcomes(
        db.system,
        ended.map(({ write }) => write),
      );
    } catch (error) {
      onError(error as Error);
      if (!this.isStopping) {
        this.ended.unshift(...ended);
        this.timer ??= setTimeout(() => void this.write(), RETRY_MS);
      }
      return false;
    }
    onWritten(ended);
    return true;
  }

  /** Judges whether webhooks work; switches off those that never succeed, and those whose receiver is gone. */
  private async judge(ended: readonly EndedAttempt[]) {
    const { clock, db } = this.parts;
    const now = clock.now();
    const real = ended.filter(({ delivery }) => delivery.type !== "test");
    const through = webhooksOf(real.filter(({ succeeded }) => succeeded));
    const failing = webhooksOf(real).filter(({ id }) => !through.some((webhook) => webhook.id === id));
    if (through.length > 0) await clearFailing(db.system, through);
    for (const { tenant_id, id } of webhooksOf(real.filter(({ isGone }) => isGone)))
      await switchWebhookOff(db, { tenant_id, id, reason: "GONE", now });
    if (failing.length === 0) return;
    const before = new Date(now.getTime() - webhookRules.failing_days * DAY_MS);
    for (const { tenant_id, id, is_over } of await markFailing(db.system, failing, { now, before }))
      if (is_over) await switchWebhookOff(db, { tenant_id, id, reason: "FAILING", now });
  }
}

const webhooksOf = (ended: readonly EndedAttempt[]): WebhookKey[] => [
  ...new Map(ended.map(({ delivery: { tenant_id, webhook_id: id } }) => [id, { tenant_id, id }] as const)).values(),
];
