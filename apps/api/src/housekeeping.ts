import { trimEvents } from "#platform/events/event-retention";
import { problemOf } from "#platform/http/fault";
import type { Services } from "#platform/http/handler";
import { Poller } from "#platform/background/poller";
import type { Principals } from "#platform/access/principals";
import { tokenRetention } from "#platform/access/session";
import type { Database } from "#platform/database/database";
import { deleteExpired, type Retention } from "#platform/database/retention";
import { knowAllTenants } from "#platform/background/tenant-statistics";
import { partnerEventRetentions } from "#modules/queued-events/index";
import { idempotencyRetention } from "#platform/http/idempotency";
import { jobRetention } from "#platform/background/jobs";
import { outboxRetention } from "#platform/background/messages-out";
import { calendarRetention, extendOccurrences } from "#modules/calendars/index";
import { deleteOrphanedFiles } from "#modules/assets/index";
import { sendHandoverCorrections, handoverLinkRetention } from "#modules/handover-links/index";
import { deleteUnusedGeoData } from "#modules/geo-data/index";
import { applyPendingImports, importRetention } from "#modules/imports/index";
import { challengeRetention } from "#modules/auth/index";
import { countStaleMonths } from "#modules/statistics/index";
import { logoRetention } from "#modules/tenants/index";
import { deliveryRetention } from "#modules/webhooks/index";
import { readerRetention, type LocationReaderServices } from "#modules/location-readers/index";
import { createPositionPartitions, deleteExpiredPositions, handleSilentTours } from "#modules/location/index";

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;

const retentions: readonly Retention[] = [
  handoverLinkRetention,
  idempotencyRetention,
  calendarRetention,
  challengeRetention,
  tokenRetention,
  outboxRetention,
  jobRetention,
  ...partnerEventRetentions,
  logoRetention,
  ...deliveryRetention,
  importRetention,
  readerRetention,
];
export async function deleteAllExpired(db: Database, now: Date) {
  for (const retention of retentions) await deleteExpired(db, now, retention);
}

interface Housekeeping {
  /** Tasks of housekeeping, each with a pause of its own. */
  readonly pollers: readonly Poller[];
  /** Runs all tasks once, one after the other. */
  tidyUp(): Promise<void>;
}

/** Housekeeping that every node runs from time to time; each piece may run on several nodes at once. */
export function createHousekeeping(
  services: Services & LocationReaderServices & { readonly streamWindowHours: number },
  principals: Principals,
  onError: (what: string) => (error: Error) => void,
): Housekeeping {
  const { db, clock, live, locationReaders, streamWindowHours: hours } = services;
  const chores: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    ["imports were not applied", SECONDS / 4, () => applyPendingImports({ ...services, principals, problemOf })],
    ["the use of tokens was not recorded", 10 * SECONDS, () => principals.recordUse()],
    ["who looked at positions was not recorded", 10 * SECONDS, () => locationReaders.record(live.listening)],
    ["the event log was not trimmed", 10 * MINUTES, () => trimEvents(db, clock.now(), { hours })],
    ["what is past its time was not deleted", 10 * MINUTES, () => deleteAllExpired(db, clock.now())],
    [
      "the coming days of positions were not prepared",
      60 * MINUTES,
      () => createPositionPartitions(db.system, clock.now()),
    ],
    ["old positions were not deleted", 60 * MINUTES, () => deleteExpiredPositions(db, clock.now())],
    ["tours that say nothing of where they are were not looked for", MINUTES, () => handleSilentTours(services)],
    ["tenants that have grown were not looked for", 5 * MINUTES, () => knowAllTenants(db)],
    ["months of statistics were not counted", 60 * MINUTES, () => countStaleMonths(db)],
    ["the times of events that go on were not kept ahead", 60 * MINUTES, () => extendOccurrences(db, clock.now())],
    ["handovers that were undone were not corrected", 15 * SECONDS, () => sendHandoverCorrections(services)],
    ["files without a row were not swept", 60 * MINUTES, () => deleteOrphanedFiles(services)],
    ["imported maps that were replaced were not swept", 10 * MINUTES, () => deleteUnusedGeoData(services)],
  ];
  return {
    pollers: chores.map(([failure, pauseMs, work]) => new Poller(work, pauseMs, onError(failure))),
    async tidyUp() {
      for (const [, , work] of chores) await work();
    },
  };
}
