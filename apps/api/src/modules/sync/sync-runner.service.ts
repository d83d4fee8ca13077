import { truncateText } from "@leitstand/contract/core/cut-text";
import { countryOfTenant } from "#platform/access/tenant-country";
import type { Database, Tx } from "#platform/database/database";
import type { Problem } from "#platform/problem";
import { analyzeTenantTables } from "#platform/background/tenant-statistics";
import { announceInternalEvent } from "#platform/events/events";
import { IntervalPoller } from "#platform/background/poller";
import { insertSyncedUsers } from "#modules/accounts/index";
import { deactivateBranches, insertSyncedBranches, updateSyncedBranches } from "#modules/branches/index";
import { createCriticalMessage } from "#modules/messages/index";
import { fetchSyncSourceRows, SyncSourceError, type SyncSourceServices } from "./source.service";
import { type SyncSourceDataValidator, SyncSourceRowParser } from "./source-rows.service";
import { planSync, type SyncPlan } from "./sync-plan";
import {
  addSyncRunCounts,
  type ClaimedSyncRun,
  claimSyncRun,
  type SyncRunCounts,
  endSyncRun,
  releaseSyncRun,
  renewSyncRunLease,
  type SyncRunResult,
  selectExistingBranchesForSync,
  selectExistingDriversForSync,
  selectTenantLanguage,
  selectTenantCountryAndTimezone,
  selectUserContactData,
  upsertSyncMatches,
} from "./sync.sql";
import { blockDrivers, updateDrivers } from "./synced-drivers.service";

export interface SyncRunnerServices extends SyncSourceServices {
  readonly db: Database;
  readonly checkBody: SyncSourceDataValidator;
  /** Turns an error into the problem that a request would answer. */
  readonly problemOf: (error: unknown) => Problem;
  readonly onError: (error: Error) => void;
}

const SYNC_POLL_MS = 1_000;
const ROWS_PER_COMMIT = 200;
const LISTED_FAULTS_MAX = 100;

const writersByJob = {
  BRANCHES: { insert: insertSyncedBranches, update: updateSyncedBranches, deactivate: deactivateBranches },
  DRIVERS: { insert: insertSyncedUsers, update: updateDrivers, deactivate: blockDrivers },
} as const;

/**
 * Carries out requested runs, one at a time on each node. Everything is planned before the first write, and written in
 * small transactions: a run that another node takes over finds what is left to do.
 */
export class SyncRunner {
  private readonly poller: IntervalPoller;
  private readonly stopping = new AbortController();

  constructor(private readonly parts: SyncRunnerServices) {
    this.poller = new IntervalPoller(() => this.runDue(), SYNC_POLL_MS, parts.onError);
  }

  start() {
    this.poller.start();
  }

  /** Stops without waiting for a source; another node continues the run. */
  stop() {
    this.stopping.abort();
    return this.poller.stop();
  }

  /** Carries out all waiting runs; answers their number. */
  async runDue(): Promise<number> {
    for (let runs = 0; ; runs++) {
      const run = await claimSyncRun(this.parts.db.system, this.parts.clock.now());
      if (run === undefined) return runs;
      await this.carryOut(run);
      if (this.poller.isStopped) return runs + 1;
    }
  }

  private async carryOut(run: ClaimedSyncRun) {
    const { db, clock } = this.parts;
    const { signal } = this.stopping;
    try {
      const onPage = () => renewSyncRunLease(db.system, run, clock.now());
      const rows = await fetchSyncSourceRows({ ...this.parts, signal }, run, onPage);
      await this.bringOver(run, rows);
    } catch (error) {
      if (signal.aborted) return void (await releaseSyncRun(db.system, run));
      const reason = this.failureReasonOf(error as Error);
      if (reason === undefined) throw error;
      await this.end(run, { status: "FAILED", error: reason, rows: 0, faults: [] });
    }
  }

  /**
   * Reason why a run ends here; undefined when the database is not available for a while, and the run is taken up again
   * after its lease. A fault of our own would be met again each time.
   */
  private failureReasonOf(error: Error & { code?: string }): string | undefined {
    if (error instanceof SyncSourceError) return truncateText(error.message, 500);
    if (error.code?.startsWith("23")) return "The same things were changed in the meantime; start it again";
    const { onError, problemOf } = this.parts;
    if (problemOf(error).code === "SERVICE_UNAVAILABLE") return undefined;
    onError(error);
    return "An internal error; the operator's log says which";
  }

  private async bringOver(run: ClaimedSyncRun, rows: readonly unknown[]) {
    const { job } = run;
    const plan = await this.inTenant(run, async (tx) => {
      const country = countryOfTenant(await selectTenantCountryAndTimezone(tx));
      const source = new SyncSourceRowParser(this.parts.checkBody, { country }).read(rows, job);
      const known =
        job === "BRANCHES" ? await selectExistingBranchesForSync(tx) : await selectExistingDriversForSync(tx);
      const taken = job === "BRANCHES" ? [] : await selectUserContactData(tx);
      return planSync({ source, known, taken, missing_percent_max: run.settings.missing_percent_max });
    });
    const seen = { rows: rows.length, faults: plan.faults.slice(0, LISTED_FAULTS_MAX) };
    if (plan.stop !== undefined) return this.end(run, { ...seen, status: "STOPPED", error: plan.stop });
    if (run.dry_run) await this.count(run, plannedCountsOf(plan));
    else await this.write(run, plan);
    return this.end(run, { ...seen, status: "DONE", error: null });
  }

  private async write(run: ClaimedSyncRun, plan: SyncPlan) {
    const { insert, update, deactivate } = writersByJob[run.job];
    await this.count(run, { unchanged: plan.unchanged });
    await this.inPieces(plan.creates, run, async (tx, rows) => ({
      created: await this.match(tx, run, await insert(tx, rows)),
    }));
    await this.inPieces(plan.updates, run, async (tx, rows) => ({
      updated: await this.match(tx, run, await update(tx, rows, this.parts.clock.now())),
    }));
    await this.inPieces(plan.missing, run, async (tx, ids) => {
      const done = await deactivate(tx, ids, this.parts.clock.now());
      await upsertSyncMatches(tx, { job: run.job, ids: done.map(({ id }) => id), deactivated: true });
      return { deactivated: done.length };
    });
  }

  private async match(tx: Tx, { job }: ClaimedSyncRun, written: readonly { id: string }[]) {
    await upsertSyncMatches(tx, { job, ids: written.map(({ id }) => id), deactivated: false });
    return written.length;
  }

  private async inPieces<T>(
    all: readonly T[],
    run: ClaimedSyncRun,
    work: (tx: Tx, piece: readonly T[]) => Promise<SyncRunCounts>,
  ) {
    for (let from = 0; from < all.length; from += ROWS_PER_COMMIT) {
      this.stopping.signal.throwIfAborted();
      await this.inTenant(run, async (tx) => {
        const counted = await work(tx, all.slice(from, from + ROWS_PER_COMMIT));
        addSyncRunCounts(tx, run, { counted, now: this.parts.clock.now() });
        // Blocked and unblocked users are affected at once.
        if (run.job === "DRIVERS")
          announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id: run.tenant_id } });
      });
      await analyzeTenantTables(this.parts.db, run.tenant_id);
    }
  }

  private count(run: ClaimedSyncRun, counted: SyncRunCounts) {
    return this.inTenant(run, async (tx) => addSyncRunCounts(tx, run, { counted, now: this.parts.clock.now() }));
  }

  private end(run: ClaimedSyncRun, end: Omit<SyncRunResult, "now">) {
    return this.inTenant(run, async (tx) => {
      const isOwn = (await endSyncRun(tx, run, { ...end, now: this.parts.clock.now() })) > 0;
      if (isOwn && end.status === "STOPPED") await warnDispatchers(tx, run, end.error ?? "");
    });
  }

  private inTenant<T>({ tenant_id }: ClaimedSyncRun, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.parts.db.systemTransaction(tenant_id, work);
  }
}

const plannedCountsOf = ({ creates, updates, missing, unchanged }: SyncPlan): SyncRunCounts => ({
  created: creates.length,
  updated: updates.length,
  deactivated: missing.length,
  unchanged,
});

async function warnDispatchers(tx: Tx, { id, job }: ClaimedSyncRun, reason: string) {
  const { language } = await selectTenantLanguage(tx);
  const title = language === "de" ? "Der Abgleich wurde angehalten" : "The sync was stopped";
  await createCriticalMessage(tx, {
    kind: "SYNC_STOPPED",
    title,
    body: reason,
    args: { run_id: id, job },
    branch_id: null,
  });
}
