import { truncateText } from "@leitstand/contract/core/cut-text";
import type { Clock } from "../clock";
import type { Database, Tx } from "../database/database";
import type { RetentionRule } from "../database/retention";
import { toJsonParameter, sql } from "../database/sql";
import { LeasedWorkQueue } from "./worklist";

export interface BackgroundJobDraft {
  readonly kind: string;
  /** A later job of the same kind and key takes the place of an earlier one that has not run. */
  readonly unique_key?: string;
  readonly payload: object;
  readonly due_at: Date | string;
}

/** Writes the job with the commit; it runs at or soon after its time, on any node, at least once. */
export function scheduleBackgroundJob(tx: Tx, { kind, unique_key, payload, due_at }: BackgroundJobDraft) {
  tx.runAtCommit(sql`
    insert into jobs (tenant_id, kind, unique_key, payload, due_at)
    values (${tx.tenantId}, ${kind}, ${unique_key ?? null}, ${toJsonParameter(payload)}, ${due_at})
    on conflict (tenant_id, kind, unique_key) where unique_key is not null and failed_at is null
    do update set payload = excluded.payload, due_at = excluded.due_at, attempts = 0, locked_until = null`);
}

/** Cancels a job that has not run yet; a running one finishes. */
export function cancelBackgroundJob(tx: Tx, kind: string, uniqueKey: string) {
  tx.runAtCommit(
    sql`delete from jobs where tenant_id = ${tx.tenantId} and kind = ${kind} and unique_key = ${uniqueKey} and failed_at is null`,
  );
}

export interface BackgroundJob {
  readonly tenant_id: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly max_attempts: number;
}
export interface BackgroundJobHandler {
  /**
   * Locks what the job is about before its row is deleted: a change of that schedules or cancels the job at its commit,
   * and the two would otherwise wait for each other.
   */
  readonly lockFirst?: (tx: Tx, job: BackgroundJob) => void;
  /** Runs in the transaction that removes the job: what it writes happens exactly once. */
  readonly work: (tx: Tx, job: BackgroundJob, now: Date) => Promise<void>;
}

export interface BackgroundJobRunnerDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly handlers: Readonly<Record<string, BackgroundJobHandler>>;
  readonly onError: (error: Error, job: BackgroundJob) => void;
}

/** Runs jobs when they are due, each in a transaction of its own. */
export class BackgroundJobRunner extends LeasedWorkQueue<BackgroundJob> {
  constructor(private readonly parts: BackgroundJobRunnerDependencies) {
    super(parts.db, parts.clock);
  }

  protected rows() {
    const kinds = Object.keys(this.parts.handlers);
    return {
      table: sql`jobs`,
      isWaiting: sql`failed_at is null and kind = any(${kinds})`,
      columns: sql`kind, payload, max_attempts`,
    };
  }

  protected async work(jobs: readonly BackgroundJob[]) {
    for (const job of jobs) await this.run(job);
  }

  private async run(job: BackgroundJob) {
    const { db, clock, handlers, onError } = this.parts;
    try {
      const handler = handlers[job.kind];
      await db.transaction(job.tenant_id, async (tx) => {
        handler?.lockFirst?.(tx, job);
        // No row was deleted: the job was cancelled in the meantime, or another worker has claimed it.
        const own = await tx.run(sql`
          delete from jobs where tenant_id = ${job.tenant_id} and id = ${job.id} and attempts = ${job.attempts}`);
        if (own > 0) await handler?.work(tx, job, clock.now());
      });
    } catch (error) {
      onError(error as Error, job);
      await this.putBack(job, error as Error);
    }
  }

  /**
   * Puts a failed job back with doubling waits, 2 s to about a quarter of an hour; after the last attempt it stays as
   * failed.
   */
  private async putBack({ tenant_id, id, attempts, max_attempts }: BackgroundJob, error: Error) {
    const now = this.parts.clock.now();
    await this.parts.db.system.run(sql`
      update jobs set locked_until = null, last_error = ${truncateText(error.message, 500)},
        due_at = ${now}::timestamptz + make_interval(secs => ${2 ** Math.min(attempts, 10)}),
        failed_at = case when ${attempts}::int >= ${max_attempts}::int then ${now}::timestamptz end
      where tenant_id = ${tenant_id} and id = ${id} and attempts = ${attempts}`);
  }
}

/** Retention of jobs that failed finally: a month to look into them. */
export const failedJobRetention: RetentionRule = { table: sql`jobs`, column: sql`failed_at`, days: 30 };
