import { deleteEventsOutsideWindow } from "#platform/events/event-retention";
import { problemOfError } from "#platform/http/fault";
import type { SharedServices } from "#platform/http/handler";
import { FailureCollector } from "#platform/background/failure-collector";
import { IntervalPoller } from "#platform/background/poller";
import type { PrincipalCache } from "#platform/access/principals";
import { tokenRetention } from "#platform/access/session";
import type { Database } from "#platform/database/database";
import { deleteExpiredRows, type RetentionRule } from "#platform/database/retention";
import { compileSql } from "#platform/database/sql";
import { analyzeAllTenants } from "#platform/background/tenant-statistics";
import { partnerEventRetentions } from "#modules/queued-events/index";
import { idempotencyRetention } from "#platform/http/idempotency";
import { failedJobRetention } from "#platform/background/jobs";
import { outboxRetention } from "#platform/background/messages-out";
import { calendarEventRetention, extendOccurrences } from "#modules/calendars/index";
import { deleteOrphanedFiles } from "#modules/assets/index";
import { sendDueHandoverCorrections, handoverLinkRetention } from "#modules/handover-links/index";
import { deleteUnusedGeoData } from "#modules/geo-data/index";
import { applyPendingImports, importRetention } from "#modules/imports/index";
import { authCounterRetention, challengeRetention } from "#modules/auth/index";
import { criticalMessageRetention } from "#modules/messages/index";
import { syncRunRetention } from "#modules/sync/index";
import { recountStaleMonths } from "#modules/statistics/index";
import { logoRetention } from "#modules/tenants/index";
import { webhookDeliveryRetention } from "#modules/webhooks/index";
import {
  locationReaderRetention,
  type LocationReaderRecorder,
  type LocationReaderServices,
} from "#modules/location-readers/index";
import {
  createPositionPartitionsAroundNow,
  deleteExpiredPositions,
  promptAndReportSilentTours,
} from "#modules/location/index";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const retentionRules: readonly RetentionRule[] = [
  handoverLinkRetention,
  idempotencyRetention,
  calendarEventRetention,
  challengeRetention,
  authCounterRetention,
  criticalMessageRetention,
  syncRunRetention,
  tokenRetention,
  outboxRetention,
  failedJobRetention,
  ...partnerEventRetentions,
  logoRetention,
  ...webhookDeliveryRetention,
  importRetention,
  locationReaderRetention,
];
/** Deletes what is past its time. A table whose rows cannot be deleted does not keep the rows of others. */
export async function deleteAllExpiredRows(db: Database, now: Date) {
  const failures = new FailureCollector();
  for (const retention of retentionRules)
    await failures.attempt(`The expired rows of ${compileSql(retention.table).text} cannot be deleted.`, () =>
      deleteExpiredRows(db, now, retention),
    );
  failures.throwCollected();
}

/** Records what a node has gathered since the last round, before it stops; each even if the other cannot be recorded. */
export async function recordUseAtStop(principals: PrincipalCache, locationReaders: LocationReaderRecorder) {
  const failures = new FailureCollector();
  await failures.attempt("The use of tokens was not recorded.", () => principals.recordUse());
  await failures.attempt("Who looked at positions was not recorded.", () => locationReaders.record([]));
  failures.throwCollected();
}

interface HousekeepingTasks {
  /** Tasks of housekeeping, each with a pause of its own. */
  readonly pollers: readonly IntervalPoller[];
  /** Runs all tasks once, one after the other. */
  tidyUp(): Promise<void>;
}

/** Housekeeping that every node runs from time to time; each piece may run on several nodes at once. */
export function createHousekeepingTasks(
  services: SharedServices & LocationReaderServices & { readonly streamWindowHours: number },
  principals: PrincipalCache,
  onError: (what: string) => (error: Error) => void,
): HousekeepingTasks {
  const { db, clock, live, locationReaders, streamWindowHours: hours } = services;
  const chores: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    [
      "imports were not applied",
      SECOND_MS / 4,
      () => applyPendingImports({ ...services, principals, problemOf: problemOfError }),
    ],
    ["the use of tokens was not recorded", 10 * SECOND_MS, () => principals.recordUse()],
    ["who looked at positions was not recorded", 10 * SECOND_MS, () => locationReaders.record(live.listening)],
    ["the event log was not trimmed", 10 * MINUTE_MS, () => deleteEventsOutsideWindow(db, clock.now(), { hours })],
    ["what is past its time was not deleted", 10 * MINUTE_MS, () => deleteAllExpiredRows(db, clock.now())],
    [
      "the coming days of positions were not prepared",
      60 * MINUTE_MS,
      () => createPositionPartitionsAroundNow(db.system, clock.now()),
    ],
    ["old positions were not deleted", 60 * MINUTE_MS, () => deleteExpiredPositions(db, clock.now())],
    [
      "tours that say nothing of where they are were not looked for",
      MINUTE_MS,
      () => promptAndReportSilentTours(services),
    ],
    ["tenants that have grown were not looked for", 5 * MINUTE_MS, () => analyzeAllTenants(db)],
    ["months of statistics were not counted", 60 * MINUTE_MS, () => recountStaleMonths(db)],
    ["the times of events that go on were not kept ahead", 60 * MINUTE_MS, () => extendOccurrences(db, clock.now())],
    ["handovers that were undone were not corrected", 15 * SECOND_MS, () => sendDueHandoverCorrections(services)],
    ["files without a row were not swept", 60 * MINUTE_MS, () => deleteOrphanedFiles(services)],
    ["imported maps that were replaced were not swept", 10 * MINUTE_MS, () => deleteUnusedGeoData(services)],
  ];
  return {
    pollers: chores.map(([failure, pauseMs, work]) => new IntervalPoller(work, pauseMs, onError(failure))),
    async tidyUp() {
      for (const [, , work] of chores) await work();
    },
  };
}
