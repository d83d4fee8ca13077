import type { Clock } from "../clock";
import type { Database } from "../database/database";
import { IntervalPoller } from "./poller";
import { withPlanForEachRun, type Sql, sql } from "../database/sql";

const BATCH_ROWS = 50;
/** Seconds of a lease unless the work takes longer; statement_timeout bounds each statement of it. */
const LEASE_SECONDS = 60;
const POLL_MS = 500;

/**
 * Works off due rows in batches, on every node: a node that claims a row leases it, SKIP LOCKED lets others pass, and
 * the rows of a node that died come back after their lease.
 */
export abstract class LeasedWorkQueue<T> {
  private readonly poller: IntervalPoller;
  /** Number of rows that are leased at once. */
  protected readonly batchMax: number = BATCH_ROWS;
  /** Seconds after which another node takes a row over: longer than the work on any row may take. */
  protected readonly leaseSeconds: number = LEASE_SECONDS;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    // A round fails when the database is unreachable; the next one tries again.
    this.poller = new IntervalPoller(
      () => this.runDue(),
      POLL_MS,
      () => undefined,
    );
  }

  /** Table of the work, condition on waiting rows, and the columns that the work needs. */
  protected abstract rows(): { readonly table: Sql; readonly isWaiting: Sql; readonly columns: Sql };
  /** Works off a batch and puts failed rows back itself; throws only when the database is unreachable. */
  protected abstract work(batch: readonly T[]): Promise<void>;

  start() {
    this.poller.start();
  }

  stop() {
    return this.poller.stop();
  }

  /** Works off all rows that are due by the clock; returns how many. */
  async runDue(): Promise<number> {
    let worked = 0;
    for (;;) {
      const batch = await this.claim();
      await this.work(batch);
      worked += batch.length;
      if (batch.length < this.batchMax || this.poller.isStopped) return worked;
    }
  }

  private claim(): Promise<T[]> {
    const { table, isWaiting, columns } = this.rows();
    const now = this.clock.now();
    // The database rounds the time of a row to the next millisecond.
    const due = sql`${now}::timestamptz + interval '1 millisecond'`;
    const claimed = sql`
      update ${table} set locked_until = ${now}::timestamptz + make_interval(secs => ${this.leaseSeconds}), attempts = attempts + 1
      where (tenant_id, id) in (
        select tenant_id, id from ${table}
        where due_at <= ${due} and (locked_until is null or locked_until < ${now}) and ${isWaiting}
        order by due_at limit ${this.batchMax} for update skip locked)
      returning tenant_id, id, attempts, ${columns}`;
    return this.db.system.many<T>(withPlanForEachRun(claimed));
  }
}
