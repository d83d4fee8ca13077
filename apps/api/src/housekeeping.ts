import { trimEvents } from "#platform/events/event-retention";
import type { Services } from "#platform/http/handler";
import { Poller } from "#platform/work/poller";
import type { Principals } from "#platform/access/principals";
import { tokenRetention } from "#platform/access/session";
import type { Database } from "#platform/database/database";
import { deleteExpired, type Retention } from "#platform/database/retention";
import { partnerEventRetention } from "#platform/events/partner-events";
import { idempotencyRetention } from "#platform/http/idempotency";
import { jobRetention } from "#platform/work/jobs";
import { outboxRetention } from "#platform/work/messages-out";
import { deleteOrphans } from "#modules/assets/index";
import { sweepGeoData } from "#modules/geo-data/index";
import { challengeRetention } from "#modules/auth/index";
import { makePositionDays, trimPositions, watchSilentTours } from "#modules/location/index";

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;

const retentions: readonly Retention[] = [
  idempotencyRetention,
  challengeRetention,
  tokenRetention,
  outboxRetention,
  jobRetention,
  partnerEventRetention,
];
export async function deleteAllExpired(db: Database, now: Date) {
  for (const retention of retentions) await deleteExpired(db, now, retention);
}

interface Housekeeping {
  /** The chores, each with a pause of its own. */
  readonly pollers: readonly Poller[];
  /** All of them once, one after the other. */
  tidyUp(): Promise<void>;
}

/** What every node does by itself from time to time; each piece may run on several nodes at once. */
export function createHousekeeping(
  services: Services & { readonly streamWindowHours: number },
  principals: Principals,
  onError: (what: string) => (error: Error) => void,
): Housekeeping {
  const { db, clock, streamWindowHours: hours } = services;
  const chores: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    ["the use of tokens was not recorded", 10 * SECONDS, () => principals.recordUse()],
    ["the event log was not trimmed", 10 * MINUTES, () => trimEvents(db, clock.now(), { hours })],
    ["what is past its time was not deleted", 10 * MINUTES, () => deleteAllExpired(db, clock.now())],
    ["the coming days of positions were not prepared", 60 * MINUTES, () => makePositionDays(db.system, clock.now())],
    ["old positions were not deleted", 60 * MINUTES, () => trimPositions(db, clock.now())],
    ["tours that say nothing of where they are were not looked for", MINUTES, () => watchSilentTours(services)],
    ["files without a row were not swept", 60 * MINUTES, () => deleteOrphans(services)],
    ["imported maps that were replaced were not swept", 10 * MINUTES, () => sweepGeoData(services)],
  ];
  return {
    pollers: chores.map(([failure, pauseMs, work]) => new Poller(work, pauseMs, onError(failure))),
    async tidyUp() {
      for (const [, , work] of chores) await work();
    },
  };
}
