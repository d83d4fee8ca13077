import { cut } from "@leitstand/contract/core/cut-text";
import { countryOf } from "#platform/access/tenant-country";
import type { Database, Tx } from "#platform/database/database";
import { knowTenant } from "#platform/background/tenant-statistics";
import { announceInternally } from "#platform/events/events";
import { Poller } from "#platform/background/poller";
import { blockUsers, insertSyncedUsers, updateSyncedUsers } from "#modules/accounts/index";
import { deactivateBranches, insertSyncedBranches, updateSyncedBranches } from "#modules/branches/index";
import { createCriticalMessage } from "#modules/messages/index";
import { fetchRows, SourceFault, type SourceParts } from "./source.service";
import { type CheckBody, SourceReader } from "./source-rows.service";
import { planSync, type SyncPlan } from "./sync-plan";
import {
  addCounts,
  type ClaimedRun,
  claimRun,
  type RunCounts,
  endRun,
  releaseRun,
  renewLease,
  type RunEnd,
  selectKnownBranches,
  selectKnownDrivers,
  selectLanguage,
  selectPlace,
  selectTaken,
  upsertMatches,
} from "./sync.sql";

export interface SyncRunnerParts extends SourceParts {
  readonly db: Database;
  readonly checkBody: CheckBody;
  readonly onError: (error: Error) => void;
}

const POLL_MS = 1_000;
const ROWS_PER_COMMIT = 200;
const FAULTS_KEPT = 100;

const writers = {
  BRANCHES: { insert: insertSyncedBranches, update: updateSyncedBranches, deactivate: deactivateBranches },
  DRIVERS: { insert: insertSyncedUsers, update: updateSyncedUsers, deactivate: blockUsers },
} as const;

/**
 * Carries out requested runs, one at a time on each node. Everything is planned before the first write, and written in
 * small transactions: a run that another node takes over finds what is left to do.
 */
export class SyncRunner {
  private readonly poller: Poller;
  private readonly stopping = new AbortController();

  constructor(private readonly parts: SyncRunnerParts) {
    this.poller = new Poller(() => this.runDue(), POLL_MS, parts.onError);
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
      const run = await claimRun(this.parts.db.system, this.parts.clock.now());
      if (run === undefined) return runs;
      await this.carryOut(run);
      if (this.poller.isStopped) return runs + 1;
    }
  }

  private async carryOut(run: ClaimedRun) {
    const { db, clock } = this.parts;
    const { signal } = this.stopping;
    try {
      const onPage = () => renewLease(db.system, run, clock.now());
      const rows = await fetchRows({ ...this.parts, signal }, run, onPage);
      await this.bringOver(run, rows);
    } catch (error) {
      if (signal.aborted) return void (await releaseRun(db.system, run));
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      await this.end(run, { status: "FAILED", error: reason, rows: 0, faults: [] });
    }
  }

  private async bringOver(run: ClaimedRun, rows: readonly unknown[]) {
    const { job } = run;
    const plan = await this.inTenant(run, async (tx) => {
      const country = countryOf(await selectPlace(tx));
      const source = new SourceReader(this.parts.checkBody, { country }).read(rows, job);
      const known = job === "BRANCHES" ? await selectKnownBranches(tx) : await selectKnownDrivers(tx);
      const taken = job === "BRANCHES" ? [] : await selectTaken(tx);
      return planSync({ source, known, taken, missing_percent_max: run.settings.missing_percent_max });
    });
    const seen = { rows: rows.length, faults: plan.faults.slice(0, FAULTS_KEPT) };
    if (plan.stop !== undefined) return this.end(run, { ...seen, status: "STOPPED", error: plan.stop });
    if (run.dry_run) await this.count(run, countsOf(plan));
    else await this.write(run, plan);
    return this.end(run, { ...seen, status: "DONE", error: null });
  }

  private async write(run: ClaimedRun, plan: SyncPlan) {
    const { insert, update, deactivate } = writers[run.job];
    await this.count(run, { unchanged: plan.unchanged });
    await this.inPieces(plan.creates, run, async (tx, rows) => ({
      created: await this.match(tx, run, await insert(tx, rows)),
    }));
    await this.inPieces(plan.updates, run, async (tx, rows) => ({
      updated: await this.match(tx, run, await update(tx, rows)),
    }));
    await this.inPieces(plan.missing, run, async (tx, ids) => {
      const done = await deactivate(tx, ids);
      await upsertMatches(tx, { job: run.job, ids: done.map(({ id }) => id), deactivated: true });
      return { deactivated: done.length };
    });
  }

  private async match(tx: Tx, { job }: ClaimedRun, written: readonly { id: string }[]) {
    await upsertMatches(tx, { job, ids: written.map(({ id }) => id), deactivated: false });
    return written.length;
  }

  private async inPieces<T>(
    all: readonly T[],
    run: ClaimedRun,
    work: (tx: Tx, piece: readonly T[]) => Promise<RunCounts>,
  ) {
    for (let from = 0; from < all.length; from += ROWS_PER_COMMIT) {
      this.stopping.signal.throwIfAborted();
      await this.inTenant(run, async (tx) => {
        const counted = await work(tx, all.slice(from, from + ROWS_PER_COMMIT));
        addCounts(tx, run, { counted, now: this.parts.clock.now() });
        // Blocked and unblocked users are affected at once.
        if (run.job === "DRIVERS")
          announceInternally(tx, { type: "principals changed", payload: { tenant_id: run.tenant_id } });
      });
      await knowTenant(this.parts.db, run.tenant_id);
    }
  }

  private count(run: ClaimedRun, counted: RunCounts) {
    return this.inTenant(run, async (tx) => addCounts(tx, run, { counted, now: this.parts.clock.now() }));
  }

  private end(run: ClaimedRun, end: Omit<RunEnd, "now">) {
    return this.inTenant(run, async (tx) => {
      const isOwn = (await endRun(tx, run, { ...end, now: this.parts.clock.now() })) > 0;
      if (isOwn && end.status === "STOPPED") await warn(tx, run, end.error ?? "");
    });
  }

  private inTenant<T>({ tenant_id }: ClaimedRun, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.parts.db.systemTransaction(tenant_id, work);
  }
}

/**
 * Reason why a run ends here; undefined when the database is unreachable, and the run is taken up again after its
 * lease.
 */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof SourceFault) return cut(error.message, 500);
  const { code = "" } = error as { code?: string };
  return code.startsWith("23") ? "The same things were changed in the meantime; start it again" : undefined;
}

const countsOf = ({ creates, updates, missing, unchanged }: SyncPlan): RunCounts => ({
  created: creates.length,
  updated: updates.length,
  deactivated: missing.length,
  unchanged,
});

async function warn(tx: Tx, { id, job }: ClaimedRun, reason: string) {
  const { language } = await selectLanguage(tx);
  const title = language === "de" ? "Der Abgleich wurde angehalten" : "The sync was stopped";
  await createCriticalMessage(tx, {
    kind: "SYNC_STOPPED",
    title,
    body: reason,
    args: { run_id: id, job },
    branch_id: null,
  });
}
