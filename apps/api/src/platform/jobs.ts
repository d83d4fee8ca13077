import type { Clock } from "./clock";
import type { Database, Tx } from "./database";
import { Poller } from "./poller";
import { json, sql } from "./sql";

export interface JobDraft {
  readonly kind: string;
  /** A later job of the same kind and key takes the place of an earlier one that has not run. */
  readonly unique_key?: string;
  readonly payload: object;
  readonly due_at: Date | string;
}

/** Writes the job with the commit; it runs at or soon after its time, on any node, at least once. */
export function schedule(tx: Tx, { kind, unique_key, payload, due_at }: JobDraft) {
  tx.defer(sql`
    insert into jobs (tenant_id, kind, unique_key, payload, due_at)
    values (${tx.tenantId}, ${kind}, ${unique_key ?? null}, ${json(payload)}, ${due_at})
    on conflict (tenant_id, kind, unique_key) where unique_key is not null and failed_at is null
    do update set payload = excluded.payload, due_at = excluded.due_at, attempts = 0, locked_until = null`);
}

/** Takes a job back that has not run yet; one that runs at this moment finishes. */
export function cancelJob(tx: Tx, kind: string, uniqueKey: string) {
  tx.defer(
    sql`delete from jobs where tenant_id = ${tx.tenantId} and kind = ${kind} and unique_key = ${uniqueKey} and failed_at is null`,
  );
}

export interface Job {
  readonly tenant_id: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly max_attempts: number;
}
/** Runs in one transaction with the removal of its job: what it writes happens exactly once. */
export type JobHandler = (tx: Tx, job: Job, now: Date) => Promise<void>;

export interface JobRunnerParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly onError: (error: Error, job: Job) => void;
}

const BATCH = 50;
/** Longer than any handler may take (statement_timeout bounds each of its statements). */
const LEASE_SECONDS = 60;
const POLL_MS = 500;

/** Claims due jobs in batches with SKIP LOCKED; a job whose node died comes back after its lease. */
export class JobRunner {
  private readonly poller: Poller;

  constructor(private readonly parts: JobRunnerParts) {
    // A round fails when the database is away; the next one asks again.
    this.poller = new Poller(
      () => this.runDue(),
      POLL_MS,
      () => undefined,
    );
  }

  start() {
    this.poller.start();
  }

  stop() {
    return this.poller.stop();
  }

  /** Runs everything that is due by the clock; answers how many jobs that were. */
  async runDue(): Promise<number> {
    let ran = 0;
    for (;;) {
      const jobs = await this.claim();
      for (const job of jobs) await this.run(job);
      ran += jobs.length;
      if (jobs.length < BATCH || this.poller.isStopped) return ran;
    }
  }

  private claim(): Promise<Job[]> {
    const now = this.parts.clock.now();
    return this.parts.db.system.many<Job>(sql`
      update jobs set locked_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
      where (tenant_id, id) in (
        select tenant_id, id from jobs
        where due_at <= ${now} and failed_at is null and (locked_until is null or locked_until < ${now}) and kind = any(${Object.keys(this.parts.handlers)})
        order by due_at limit ${BATCH} for update skip locked)
      returning tenant_id, id, kind, payload, attempts, max_attempts`);
  }

  private async run(job: Job) {
    const { db, clock, handlers, onError } = this.parts;
    try {
      await db.transaction(job.tenant_id, async (tx) => {
        // Gone or claimed anew: somebody else has it, or it was taken back meanwhile.
        const own = await tx.run(sql`
          delete from jobs where tenant_id = ${job.tenant_id} and id = ${job.id} and attempts = ${job.attempts}`);
        if (own > 0) await handlers[job.kind]?.(tx, job, clock.now());
      });
    } catch (error) {
      onError(error as Error, job);
      await this.putBack(job, error as Error);
    }
  }

  /** Doubling waits, 2 s to about a quarter of an hour; after the last attempt it stays as failed. */
  private async putBack({ tenant_id, id, attempts, max_attempts }: Job, error: Error) {
    const now = this.parts.clock.now();
    await this.parts.db.system.run(sql`
      update jobs set locked_until = null, last_error = ${error.message.slice(0, 500)},
        due_at = ${now}::timestamptz + make_interval(secs => ${2 ** Math.min(attempts, 10)}),
        failed_at = case when ${attempts}::int >= ${max_attempts}::int then ${now}::timestamptz end
      where tenant_id = ${tenant_id} and id = ${id} and attempts = ${attempts}`);
  }
}
