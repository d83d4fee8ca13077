import type { Clock } from "#platform/clock";
import type { QueryRunner } from "#platform/database/database";
import { problem } from "#platform/problem";
import { PHONE_CLOCK_TOLERANCE_SECONDS, earliestAcceptedFixMs, type PositionFix } from "./fix";
import { FixArrays, type PositionSource } from "./position-columns";
import {
  createPositionDayPartitions,
  type MovedVehicle,
  type StoredPositionsResult,
  storePositions,
} from "./positions.sql";

/** Positions of one request. */
export interface PositionReport {
  readonly parts: readonly { readonly source: PositionSource; readonly fixes: readonly PositionFix[] }[];
}
interface WaitingReport extends PositionReport {
  readonly fixes: number;
  readonly resolve: (kept: number) => void;
  readonly reject: (error: Error) => void;
}
export interface LocationIngestServices {
  /** Rows of all tenants, as leitstand_system. */
  readonly rows: QueryRunner;
  readonly clock: Clock;
  readonly onMoved: (moved: readonly MovedVehicle[]) => void;
}

/**
 * Maximum number of concurrent statements: one runs while the next group gathers, and a second one uses the other core.
 */
const CONCURRENT_STATEMENTS_MAX = 2;
const FIXES_PER_STATEMENT_MAX = 10_000;
/**
 * Maximum number of waiting fixes; above this the database does not keep up, and clients send their positions again
 * later.
 */
const WAITING_FIXES_MAX = 100_000;
const STORE_ATTEMPTS_MAX = 3;
/**
 * Time after which a partition that could not be made (its lock was taken) is tried again; the default partition is
 * used meanwhile.
 */
const PARTITION_RETRY_MS = 10_000;

/**
 * Group commit: all waiting requests are stored in one statement, whose commit answers them all. It needs no timer: a
 * lone request is stored at once, and under load a group is as large as what arrived while the last one was stored.
 */
export class LocationIngester {
  private waiting: WaitingReport[] = [];
  private waitingFixes = 0;
  private statements = 0;
  private woken = false;
  private readonly days: PositionPartitions;

  constructor(private readonly parts: LocationIngestServices) {
    this.days = new PositionPartitions(parts.rows);
  }

  /** Resolves with the number of positions stored, once they are committed. */
  accept(report: PositionReport): Promise<number> {
    const fixes = report.parts.reduce((sum, part) => sum + part.fixes.length, 0);
    if (this.waitingFixes + fixes > WAITING_FIXES_MAX) throw problem("SERVICE_UNAVAILABLE", { retry_after: 1 });
    this.waitingFixes += fixes;
    return new Promise((resolve, reject) => {
      this.waiting.push({ parts: report.parts, fixes, resolve, reject });
      this.wake();
    });
  }

  private wake() {
    if (this.woken || this.statements >= CONCURRENT_STATEMENTS_MAX || this.waiting.length === 0) return;
    this.woken = true;
    // After this turn of the event loop, everything that arrived in it is waiting, too.
    setImmediate(() => {
      this.woken = false;
      void this.storeGroup(this.takeGroup());
      this.wake();
    });
  }

  private takeGroup(): readonly WaitingReport[] {
    let [count, fixes] = [0, 0];
    for (const { fixes: more } of this.waiting) {
      if (count > 0 && fixes + more > FIXES_PER_STATEMENT_MAX) break;
      count++;
      fixes += more;
    }
    this.waitingFixes -= fixes;
    return this.waiting.splice(0, count);
  }

  private async storeGroup(group: readonly WaitingReport[]) {
    this.statements++;
    try {
      await this.days.prepare(this.parts.clock.now());
      await this.store(group);
    } catch (error) {
      if (group.length > 1 && isDataError(error)) await Promise.all(group.map((report) => this.storeAlone(report)));
      else for (const { reject } of group) reject(error as Error);
    } finally {
      this.statements--;
      this.wake();
    }
  }

  /** Stores a request alone, so that its fault does not fail the others. */
  private async storeAlone(report: WaitingReport) {
    try {
      await this.store([report]);
    } catch (error) {
      report.reject(error as Error);
    }
  }

  private async store(group: readonly WaitingReport[]) {
    const columns = new FixArrays();
    for (const { parts } of group) for (const { source, fixes } of parts) columns.addSource(source, fixes);
    const { kept, moved } = await this.attempt(columns);
    let at = 0;
    for (const { parts, resolve } of group) {
      resolve(kept.slice(at, at + parts.length).reduce((sum, count) => sum + count, 0));
      at += parts.length;
    }
    if (moved) this.parts.onMoved(moved);
  }

  /**
   * Stores a group, again after a broken connection: the group may have been stored already, and storing it twice is
   * harmless.
   */
  private async attempt(columns: FixArrays): Promise<StoredPositionsResult> {
    const now = this.parts.clock.now();
    const window = {
      now,
      earliest: new Date(earliestAcceptedFixMs(now)),
      toleranceSeconds: PHONE_CLOCK_TOLERANCE_SECONDS,
    };
    for (let attempt = 1; ; attempt++) {
      try {
        return await storePositions(this.parts.rows, columns, window);
      } catch (error) {
        if (attempt >= STORE_ATTEMPTS_MAX || isDataError(error)) throw error;
      }
    }
  }
}

/**
 * Whether the fault lies in the data (classes 22 and 23: a value that does not fit, a missing row), so that repeating
 * would fail again.
 */
const isDataError = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? "");

/** Makes the partitions of yesterday, today and tomorrow. */
class PositionPartitions {
  private today = "";
  private making: Promise<void> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly rows: QueryRunner) {}

  prepare(now: Date): Promise<void> {
    if (this.today === isoDayOf(now, 0) || now.getTime() - this.failedAt < PARTITION_RETRY_MS) return Promise.resolve();
    this.making ??= this.make(now).finally(() => {
      this.making = undefined;
    });
    return this.making;
  }

  private async make(now: Date) {
    try {
      await createPositionPartitionsAroundNow(this.rows, now);
      this.today = isoDayOf(now, 0);
    } catch {
      // The default partition is used meanwhile, and its rows are moved when the day's partition is made.
      this.failedAt = now.getTime();
    }
  }
}

export const createPositionPartitionsAroundNow = (rows: QueryRunner, now: Date) =>
  createPositionDayPartitions(rows, { first: isoDayOf(now, -1), last: isoDayOf(now, 1) });

const isoDayOf = (now: Date, offsetDays: number) =>
  new Date(now.getTime() + offsetDays * 86_400_000).toISOString().slice(0, 10);
